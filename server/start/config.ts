import { resolve } from 'node:path'
import { z } from 'zod'

import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'
import { privacyFault } from '#server/db/connection-privacy.ts'
import { readBucketSettings, type BucketSettings } from '#server/start/bucket-settings.ts'
import { shiprocketOf, type ShiprocketConfig } from '#server/start/shiprocket-config.ts'
import { StartupError, wrongSetting } from '#server/start/startup-error.ts'
import { isPublicAddress, isThisMachine } from '#server/start/loopback-hosts.ts'

type Environment = Record<string, string | undefined>

// Each `error` below ends the sentence "NAME is wrong: it must be …".

const oneOf = <const Choice extends string>(...choices: Choice[]) => z.enum(choices, { error: choices.join(' or ') })
const onOff = oneOf('on', 'off').transform((value) => value === 'on')
const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

const address = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `an address that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    abort: true,
  })

const isBare = ({ search, hash, username, password }: URL) => !search && !hash && !username && !password

const webAddress = address('http', 'https').refine((value) => isBare(new URL(value)), {
  error: 'an address without user, query or fragment',
})
const origin = address('http', 'https')
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && isBare(url), { error: 'an origin without path or query' })
  .transform((url) => url.origin)

/** Every setting with its default; `readBucketSettings` reads those of object storage. The README explains them. */
const Settings = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  PORT: matching(/^\d+$/, 'a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'a number from 0 to 65535' })
    .prefault('3000'),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  /** The same database without a pooler in between. */
  DATABASE_DIRECT_URL: address('postgres', 'postgresql').optional(),
  /** A standby of it. */
  DATABASE_READ_URL: address('postgres', 'postgresql').optional(),
  PUBLIC_URL: origin.optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).prefault(''),
  TRUSTED_PROXIES: list.prefault(''),
  ADMIN_EMAIL: matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address').default('admin@shop.localhost'),
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD_CHARACTERS, { error: `at least ${MIN_PASSWORD_CHARACTERS} characters` })
    .optional(),
  /** On except in production, unless set. */
  DEMO_CATALOGUE: onOff.optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: list.prefault(''),
  RAZORPAY_API_URL: webAddress.default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: webAddress.default('https://checkout.razorpay.com/v1/checkout.js'),
  PAYMENTS: oneOf('razorpay', 'sandbox').optional(),
  SHIPROCKET_EMAIL: z.string().optional(),
  SHIPROCKET_PASSWORD: z.string().optional(),
  SHIPROCKET_WEBHOOK_SECRET: list.prefault(''),
  /** The name of the place in Shiprocket's settings where parcels are fetched. */
  SHIPROCKET_PICKUP_LOCATION: z.string().max(100).default('Primary'),
  SHIPROCKET_API_URL: webAddress.default('https://apiv2.shiprocket.in'),
  INSECURE_CONNECTIONS: oneOf('refuse', 'allow').default('refuse'),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: matching(/^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/, 'an e-mail address').default(
    'shop@shop.localhost',
  ),
  JOBS: onOff.prefault('on'),
  AVIF: onOff.prefault('on'),
  /** Lets imports fetch pictures from this machine, for tests and for trying out. */
  LOCAL_PICTURES: onOff.prefault('off'),
  RATE_LIMITS: onOff.prefault('on'),
  METRICS_TOKEN: matching(/^[\x21-\x7e]{16,}$/, 'at least 16 characters without spaces').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json').optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf('http/json').optional(),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_SDK_DISABLED: oneOf('true', 'false').default('false'),
  SHOP_NAME: z.string().default('Selvedge'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  /** Folder of the built pages, relative to the folder of the shop. */
  BUILD_DIR: z.string().default('build'),
})
type Settings = z.output<typeof Settings>

/** An empty setting counts as missing. */
function readSettings(env: Environment): Settings {
  const result = Settings.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw wrongSetting(String(issue?.path[0]), issue?.message ?? 'another')
}

export interface RazorpayConfig {
  keyId: string
  keySecret: string
  /** Current first, then the previous one, as `new,old` while a secret is being changed. */
  webhookSecrets: string[]
  apiUrl: string
  /** The address of the provider's browser script. */
  checkoutUrl: string
}

function razorpayOf(settings: Settings): RazorpayConfig | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecrets } = settings
  if (!keyId && !keySecret && webhookSecrets.length === 0) return undefined
  if (!keyId) throw new StartupError('RAZORPAY_KEY_ID is missing: the RAZORPAY_ settings belong together.')
  if (!keySecret) throw new StartupError('RAZORPAY_KEY_SECRET is missing: the RAZORPAY_ settings belong together.')
  return {
    keyId,
    keySecret,
    webhookSecrets,
    apiUrl: new URL(settings.RAZORPAY_API_URL).href.replace(/\/$/, ''),
    checkoutUrl: new URL(settings.RAZORPAY_CHECKOUT_URL).href,
  }
}

/** A public shop takes emulated payments only with PAYMENTS=sandbox. */
function checkPayments({ PAYMENTS, NODE_ENV, PUBLIC_URL }: Settings, hasKeys: boolean): void {
  if (PAYMENTS === 'sandbox' && hasKeys) throw wrongSetting('PAYMENTS', 'left out while Razorpay keys are set')
  if (PAYMENTS === 'razorpay' && !hasKeys) {
    throw new StartupError('RAZORPAY_KEY_ID is missing: PAYMENTS=razorpay needs the three Razorpay settings.')
  }
  if (!hasKeys && PAYMENTS !== 'sandbox' && (NODE_ENV === 'production' || isPublicAddress(PUBLIC_URL))) {
    throw new StartupError(
      'PAYMENTS is missing: a public shop needs the RAZORPAY_ settings, or PAYMENTS=sandbox where no money is to move.',
    )
  }
}

const wantsTraces = (settings: Settings): boolean =>
  settings.OTEL_SDK_DISABLED === 'false' &&
  settings.OTEL_TRACES_EXPORTER === 'otlp' &&
  Boolean(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)

/** What is wrong with the privacy of a web address, as the end of "it leads to another machine …". */
const webFault = (value: string) => {
  const { protocol, hostname } = new URL(value)
  return protocol === 'http:' && !isThisMachine(hostname) ? 'without encryption' : undefined
}

function databaseFault(name: string, value: string) {
  try {
    return privacyFault(value)
  } catch {
    // The cause would show the address with its password.
    throw wrongSetting(name, 'an address that the database driver can read')
  }
}

const notPrivate = (name: string, fault: string, cure: string) =>
  new StartupError(
    `${name} is wrong: it leads to another machine ${fault}. ${cure}, or set INSECURE_CONNECTIONS=allow.`,
  )

/** Options of `SMTP_URL` that weaken nothing. All others could switch encryption off or lead to another server. */
const HARMLESS_MAIL_OPTIONS = new Set(['name', 'tls.servername', 'tls.minVersion'])

/**
 * No secret leaves this machine unencrypted, or for a server that nobody has checked, without
 * INSECURE_CONNECTIONS=allow.
 */
function checkPrivacy(
  settings: Settings,
  razorpay: RazorpayConfig | undefined,
  shiprocket: ShiprocketConfig | undefined,
  bucket: BucketSettings | undefined,
): void {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const fault = settings[name] && databaseFault(name, settings[name])
    if (fault) throw notPrivate(name, fault, 'Add sslmode=verify-full')
  }
  const webAddresses = {
    RAZORPAY_API_URL: razorpay?.apiUrl,
    RAZORPAY_CHECKOUT_URL: razorpay?.checkoutUrl,
    SHIPROCKET_API_URL: shiprocket?.apiUrl,
    AWS_ENDPOINT_URL_S3: bucket?.address,
    OTEL_EXPORTER_OTLP_ENDPOINT: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  }
  for (const [name, value] of Object.entries(webAddresses)) {
    const fault = value && webFault(value)
    if (fault) throw notPrivate(name, fault, 'Begin it with https://')
  }
  for (const option of settings.SMTP_URL ? new URL(settings.SMTP_URL).searchParams.keys() : []) {
    if (!HARMLESS_MAIL_OPTIONS.has(option)) {
      throw wrongSetting('SMTP_URL', `without the option ${option.slice(0, 40)}, or INSECURE_CONNECTIONS must be allow`)
    }
  }
}

/** Node's own switch, which turns every check of a certificate off. */
function checkTls({ NODE_TLS_REJECT_UNAUTHORIZED }: Environment): void {
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw wrongSetting('NODE_TLS_REJECT_UNAUTHORIZED', 'left out, because no certificate is checked with it')
  }
}

const SHOP_DIR = resolve(import.meta.dirname, '..', '..')

/** Folder of the built pages: `BUILD_DIR`, relative to the folder of the shop as the builder takes it. */
export const buildDirOf = (env: Environment): string =>
  resolve(SHOP_DIR, Settings.shape.BUILD_DIR.parse(env.BUILD_DIR || undefined))

/** The checked settings. */
export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting. Throws a `StartupError` with one line that names the wrong setting. */
export function readConfig(env: Environment) {
  const settings = readSettings(env)
  const isProduction = settings.NODE_ENV === 'production'
  if (isProduction && !settings.RATE_LIMITS) throw wrongSetting('RATE_LIMITS', 'on when NODE_ENV is production')
  if (isProduction && settings.LOCAL_PICTURES) throw wrongSetting('LOCAL_PICTURES', 'off when NODE_ENV is production')
  const razorpay = razorpayOf(settings)
  checkPayments(settings, razorpay !== undefined)
  const shiprocket = shiprocketOf(settings)
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl, SMTP_URL: smtpUrl } = settings
  const { DATABASE_READ_URL: databaseReadUrl } = settings
  if (databaseDirectUrl && !databaseUrl) {
    throw new StartupError('DATABASE_URL is missing: DATABASE_DIRECT_URL is a second address of the same database.')
  }
  if (databaseReadUrl && !databaseUrl) {
    throw new StartupError('DATABASE_URL is missing: DATABASE_READ_URL leads to a standby of it.')
  }
  if (!settings.JOBS && !databaseUrl) throw wrongSetting('JOBS', 'on while DATABASE_URL is not set')
  const mustEncrypt = settings.INSECURE_CONNECTIONS === 'refuse'
  const bucket = readBucketSettings(env)
  if (mustEncrypt) {
    checkTls(env)
    checkPrivacy(settings, razorpay, shiprocket, bucket)
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl,
    /** Undefined: `databaseUrl` leads to the server itself. */
    databaseDirectUrl,
    /** A standby that lists and reports are read from. */
    databaseReadUrl,
    /** Undefined if `PUBLIC_URL` is not set. */
    publicUrl: settings.PUBLIC_URL,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustedProxies: settings.TRUSTED_PROXIES,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    /** A real shop, with NODE_ENV=production. */
    isProduction,
    hasDemoCatalogue: settings.DEMO_CATALOGUE ?? !isProduction,
    razorpay,
    /** Whether the emulated provider is used, which it is without keys. */
    hasSandbox: !razorpay,
    /** Whether PAYMENTS=sandbox is set; every page then says that no money moves. */
    isSandboxDeclared: !razorpay && settings.PAYMENTS === 'sandbox',
    shiprocket,
    /** Whether the emulated courier service is there: beside the emulated provider, where Shiprocket is not set up. */
    hasCourierSandbox: !razorpay && !shiprocket,
    smtpUrl,
    /** Whether the mail server must encrypt: any that is not on this machine. */
    mustEncryptMail: mustEncrypt && smtpUrl !== undefined && !isThisMachine(new URL(smtpUrl).hostname),
    mailFrom: settings.MAIL_FROM,
    /** Where pictures are stored; under `dataDir` if undefined. */
    bucket,
    /** Whether this process takes background jobs; else workers do. */
    takesJobs: settings.JOBS,
    /** Whether every picture gets an AVIF beside its WebP. */
    hasAvif: settings.AVIF,
    /** Whether an import may fetch pictures from this machine, without encryption. */
    hasLocalPictures: settings.LOCAL_PICTURES,
    hasRateLimits: settings.RATE_LIMITS,
    /** The token that opens `/metrics`. Undefined: programs on this machine may read it. */
    metricsToken: settings.METRICS_TOKEN,
    /** Whether traces are sent by OpenTelemetry, to where its own variables say. */
    isTraced: wantsTraces(settings),
    shopName: settings.SHOP_NAME,
    logLevel: settings.LOG_LEVEL,
    buildDir: resolve(SHOP_DIR, settings.BUILD_DIR),
  }
}

/** Whether the shop sends mail. Without a mail server no link arrives, so nothing may wait for one. */
export const sendsMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined
