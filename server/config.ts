import { resolve } from 'node:path'

import { readBucketSettings, type BucketSettings } from '#server/media/bucket-settings.ts'
import { StartupError } from '#server/startup-error.ts'
import { isThisMachine } from '#server/this-machine.ts'

/** What the environment says, checked. See the table of settings in the README. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined until the port is known, where `PUBLIC_URL` is not set. */
  publicUrl: string | undefined
  allowedOrigins: string[]
  trustedProxies: string[]
  adminEmail: string
  adminPassword: string | undefined
  hasDemoCatalogue: boolean
  razorpay: RazorpayConfig | undefined
  /** Whether the emulated provider stands in for the real one: exactly where there are no keys. */
  hasSandbox: boolean
  /** Whether that was said by `PAYMENTS=sandbox`, and so is said to every visitor in turn. */
  isSandboxDeclared: boolean
  smtpUrl: string | undefined
  /** Mail leaves only by a server that takes it encrypted: any that is not on this machine. */
  mustEncryptMail: boolean
  mailFrom: string
  /** Where pictures are kept; undefined: under `dataDir`. */
  bucket: BucketSettings | undefined
  /** Whether AVIF is made of every picture beside the WebP that is made at its first demand. */
  hasAvif: boolean
  hasRateLimits: boolean
  shopName: string
  logLevel: string
  /** Folder of the built pages. */
  buildDir: string
}

export interface RazorpayConfig {
  keyId: string
  keySecret: string
  /** Current first, then the previous one, as `new,old` while a secret is being changed. */
  webhookSecrets: string[]
  apiUrl: string
  checkoutUrl: string
}

type Environment = Record<string, string | undefined>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function wrong(name: string, expected: string): StartupError {
  return new StartupError(`${name} is wrong: it must be ${expected}.`)
}

function oneOf<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
) {
  const value = env[name] || fallback
  const match = choices.find((choice) => choice === value)
  if (!match) throw wrong(name, choices.join(' or '))
  return match
}

function portOf(env: Environment): number {
  const value = env.PORT || '3000'
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535) throw wrong('PORT', 'a number from 0 to 65535')
  return port
}

function urlOf(name: string, value: string, protocols: readonly string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    throw wrong(name, `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
  }
  return url
}

function checkedUrl(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = env[name]
  if (!value) return undefined
  urlOf(name, value, protocols)
  return value
}

const WEB = ['http:', 'https:'] as const

const ENCRYPTED_MODES = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** True where what the address leads to is on this machine, or is reached encrypted. A database has its socket, too. */
function isPrivate(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return true
  if (!protocol.startsWith('postgres')) return protocol !== 'http:'
  const mode = searchParams.get('sslmode')
  return mode === null ? ['true', '1'].includes(searchParams.get('ssl') ?? '') : ENCRYPTED_MODES.includes(mode)
}

/** Nothing that is secret leaves this machine in clear, unless the owner says so. */
function checkPrivacy(name: string, address: string | undefined, cure: string): void {
  if (address === undefined || isPrivate(address)) return
  throw new StartupError(
    `${name} is wrong: it leads to another machine without encryption. ${cure}, or set INSECURE_CONNECTIONS=allow.`,
  )
}

function originOf(name: string, value: string): string {
  const url = urlOf(name, value, WEB)
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw wrong(name, 'an origin without path or query')
  }
  return url.origin
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function razorpayOf(env: Environment): RazorpayConfig | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env
  if (!keyId && !keySecret && !env.RAZORPAY_WEBHOOK_SECRET) return undefined
  if (!keyId) throw new StartupError('RAZORPAY_KEY_ID is missing: the RAZORPAY_ settings belong together.')
  if (!keySecret) throw new StartupError('RAZORPAY_KEY_SECRET is missing: the RAZORPAY_ settings belong together.')
  return {
    keyId,
    keySecret,
    webhookSecrets: listOf(env.RAZORPAY_WEBHOOK_SECRET),
    apiUrl: urlOf('RAZORPAY_API_URL', env.RAZORPAY_API_URL || 'https://api.razorpay.com', WEB).href.replace(/\/$/, ''),
    checkoutUrl: urlOf(
      'RAZORPAY_CHECKOUT_URL',
      env.RAZORPAY_CHECKOUT_URL || 'https://checkout.razorpay.com/v1/checkout.js',
      WEB,
    ).href,
  }
}

/** True for an origin that others than this machine may use. */
const isElsewhere = (origin: string | undefined) => origin !== undefined && !isThisMachine(new URL(origin).hostname)

/** Nobody takes emulated money from strangers, or for real money, without having said so. */
function checkPayments(env: Environment, { hasKeys, isLive }: { hasKeys: boolean; isLive: boolean }): void {
  const payments = env.PAYMENTS && oneOf(env, 'PAYMENTS', ['razorpay', 'sandbox'], 'razorpay')
  if (payments === 'sandbox' && hasKeys) throw wrong('PAYMENTS', 'left out while Razorpay keys are set')
  if (payments === 'razorpay' && !hasKeys) {
    throw new StartupError('RAZORPAY_KEY_ID is missing: PAYMENTS=razorpay needs the three Razorpay settings.')
  }
  if (!hasKeys && isLive && payments !== 'sandbox') {
    throw new StartupError(
      'PAYMENTS is missing: a public shop needs the RAZORPAY_ settings, or PAYMENTS=sandbox where no money is to move.',
    )
  }
}

/** Folder of the built pages: `BUILD_DIR`, relative to the shop's own folder as the builder takes it, or `build` there. */
export const buildDirOf = (env: Environment): string => resolve(import.meta.dirname, '..', env.BUILD_DIR || 'build')

/** Reads and checks every setting. Throws a `StartupError` with one line that names the wrong one. */
export function readConfig(env: Environment): Config {
  const isProduction = oneOf(env, 'NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const razorpay = razorpayOf(env)
  const publicUrl = env.PUBLIC_URL ? originOf('PUBLIC_URL', env.PUBLIC_URL) : undefined
  checkPayments(env, { hasKeys: razorpay !== undefined, isLive: isProduction || isElsewhere(publicUrl) })
  const rateLimits = oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on')
  if (rateLimits === 'off' && isProduction) throw wrong('RATE_LIMITS', 'on when NODE_ENV is production')
  const smtpUrl = checkedUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const databaseUrl = checkedUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const hasInsecureConnections = oneOf(env, 'INSECURE_CONNECTIONS', ['refuse', 'allow'], 'refuse') === 'allow'
  if (!hasInsecureConnections) {
    checkPrivacy('DATABASE_URL', databaseUrl, 'Add sslmode=verify-full')
    checkPrivacy('RAZORPAY_API_URL', razorpay?.apiUrl, 'Begin it with https://')
    checkPrivacy('RAZORPAY_CHECKOUT_URL', razorpay?.checkoutUrl, 'Begin it with https://')
  }
  const adminPassword = env.ADMIN_PASSWORD || undefined
  if (adminPassword !== undefined && adminPassword.length < 8) throw wrong('ADMIN_PASSWORD', 'at least 8 characters')
  const adminEmail = env.ADMIN_EMAIL || 'admin@shop.localhost'
  if (!/^[^\s@]+@[^\s@]+$/.test(adminEmail)) throw wrong('ADMIN_EMAIL', 'an e-mail address')

  const mailFrom = env.MAIL_FROM || 'shop@shop.localhost'
  if (!/^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/.test(mailFrom)) {
    throw wrong('MAIL_FROM', 'an e-mail address')
  }

  return {
    port: portOf(env),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl,
    publicUrl,
    allowedOrigins: listOf(env.ALLOWED_ORIGINS).map((origin) => originOf('ALLOWED_ORIGINS', origin)),
    trustedProxies: listOf(env.TRUSTED_PROXIES),
    adminEmail,
    adminPassword,
    hasDemoCatalogue: oneOf(env, 'DEMO_CATALOGUE', ['on', 'off'], isProduction ? 'off' : 'on') === 'on',
    razorpay,
    hasSandbox: !razorpay,
    isSandboxDeclared: !razorpay && env.PAYMENTS === 'sandbox',
    smtpUrl,
    mustEncryptMail: !hasInsecureConnections && smtpUrl !== undefined && !isThisMachine(new URL(smtpUrl).hostname),
    mailFrom,
    bucket: readBucketSettings(env),
    hasAvif: oneOf(env, 'AVIF', ['on', 'off'], 'on') === 'on',
    hasRateLimits: rateLimits === 'on',
    shopName: env.SHOP_NAME || 'Selvedge',
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    buildDir: buildDirOf(env),
  }
}
