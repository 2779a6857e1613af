import type { FastifyBaseLogger } from 'fastify'

import { join } from 'node:path'

import type { Config } from '#server/start/config.ts'
import type { PaymentSettings, Shop } from '#server/start/shop.ts'

import { ensureFirstAdmin, isCommonPassword } from '#server/accounts/service.ts'
import { buildApp } from '#server/start/app.ts'
import { openCourier } from '#server/start/open-courier.ts'
import { sendFetched } from '#server/returns/service.ts'
import { importDemoCatalogue } from '#demo/import-demo.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { drain } from '#server/http/health/drain.ts'
import { startJobs, startWithoutJobs } from '#server/jobs/jobs.ts'
import { exitWithError } from '#server/start/terminal.ts'
import { senderOf } from '#server/mails/transport/mail-headers.ts'
import { folderMailer, smtpMailer } from '#server/mails/transport/mailer.ts'
import { createMailWriter } from '#server/mails/transport/mail-bodies.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { createProvider } from '#server/payments/provider.ts'
import { allowConfiguredHosts } from '#server/start/outgoing-hosts.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { openSandboxSettings, SANDBOX_PATH } from '#sandbox/provider-keys.ts'
import { StartupError } from '#server/start/startup-error.ts'
import { startTracing } from '#server/start/tracer.ts'
import { VitalSums } from '#server/dashboard/web-vitals/service.ts'
import { JobRunCounts } from '#server/jobs/job-run-counts.ts'
import { CACHE_BYTES, ResponseCache } from '#server/cache/response-cache.ts'
import { followTags } from '#server/cache/tags.ts'
import { firstValuesOf } from '#server/settings/first-values.ts'
import { openPinTable } from '#server/start/open-pin-table.ts'
import { openSettings } from '#server/settings/current-settings.ts'
import { openDevelopmentPages } from '#server/pages/development-pages.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'

interface OpenShop {
  publicUrl: string
  /** Where this process can be reached from this machine. */
  localUrl: string
  firstAdmin: { email: string; password: string } | undefined
  close(): Promise<void>
}

interface Opening {
  say(line: string): void
  isDevelopment: boolean
  /** A process that takes jobs and serves no pages. */
  isWorker: boolean
}

/**
 * Refuses two mistakes that would go unnoticed: a worker with a database of its own, and mails whose links lead to the
 * worker.
 */
function checkWorker({ databaseUrl, publicUrl }: Config): void {
  if (databaseUrl === undefined) {
    throw new StartupError('DATABASE_URL is missing: a worker needs the database of the processes that serve.')
  }
  if (publicUrl === undefined) {
    throw new StartupError('PUBLIC_URL is missing: a worker writes the shop’s address into mails.')
  }
}

/**
 * Connections that may wait while the process is in one turn of its event loop. The system lets those beyond it try
 * again a second later.
 */
const MAX_UNACCEPTED = 4096

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port, backlog: MAX_UNACCEPTED })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} is in use: stop what listens there or set PORT to another one.`)
    }
    if (code === 'EACCES') {
      throw new StartupError(`Port ${port} may not be used by this user: set PORT to 1024 or more.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(`HOST is wrong: this machine has no address ${host}.`)
    }
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** The host name by which this machine reaches a server that listens on `host`. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Opens everything that the shop needs, in order, and listens. `close` closes it in the reverse order, and so does a
 * failure. Rejects with a `StartupError` if the owner can mend the failure.
 */
export async function openShop(config: Config, log: FastifyBaseLogger, opening: Opening): Promise<OpenShop> {
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    if (opening.isWorker) checkWorker(config)
    if (!opening.isDevelopment) await ensureBuild(config.buildDir, opening.say)
    openDataDir(config.dataDir)
    allowConfiguredHosts(config)
    if (config.isTraced) closers.push(await startTracing(config.shopName))
    // First, so that wrong settings of the storage are reported without delay.
    const pictures = await openPictures(config)
    closers.push(() => pictures.close())
    const database = await openDatabase({ ...config, warn: (line) => log.warn(line), onFatal: exitWithError })
    closers.push(() => database.close())
    if (database.warning !== undefined) log.warn(database.warning)
    await migrate(database)
    const tags = await followTags(database)
    closers.push(() => tags.close())
    const settings = await openSettings({ db: database.db, tags, log }, firstValuesOf(config))
    closers.push(() => settings.close())
    const delivery = await openPinTable({ db: database.db, tags, log })
    closers.push(() => delivery.close())
    const sender = () => senderOf(config.mailFrom, settings.current().shopName)
    const mailer = config.smtpUrl
      ? smtpMailer(config.smtpUrl, sender, { isEncrypted: config.mustEncryptMail })
      : folderMailer(join(config.dataDir, 'mail'), sender)
    closers.push(() => mailer.close())
    const pages = opening.isDevelopment ? await openDevelopmentPages() : await loadBuiltPages(config.buildDir)
    closers.push(() => pages.close())

    let isOpening = true
    let port = config.port
    const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
    const localUrl = () => `http://${localHost(config.host)}:${port}`
    const payment: PaymentSettings = config.razorpay
      ? { ...config.razorpay, isSandbox: false }
      : await openSandboxSettings(database.db)
    const apiUrl = config.razorpay?.apiUrl ?? (() => `${localUrl()}${SANDBOX_PATH}`)
    const shop: Shop = {
      config,
      database,
      db: database.db,
      pictures,
      mailer,
      writeMail: createMailWriter(pages.mailHtml),
      provider: createProvider({ apiUrl, keyId: payment.keyId, keySecret: payment.keySecret }),
      payment,
      courier: await openCourier(config, database.db, localUrl),
      sendFetchedReturn: (db, returnId) => sendFetched(db, { settings, publicUrl }, returnId),
      settings,
      delivery,
      tags,
      responses: new ResponseCache(tags, CACHE_BYTES),
      jobRuns: new JobRunCounts(),
      vitals: new VitalSums(),
      log,
      publicUrl,
      isOpening: () => isOpening,
    }
    if (config.razorpay?.webhookSecrets.length === 0) {
      log.warn('RAZORPAY_WEBHOOK_SECRET is not set: payments are learned of by asking the provider only.')
    }

    if (config.shiprocket?.webhookSecrets.length === 0) {
      log.warn('SHIPROCKET_WEBHOOK_SECRET is not set: parcels are followed by asking Shiprocket only.')
    }

    if (config.razorpay && !config.smtpUrl) {
      log.warn('SMTP_URL is not set: mail to customers is written to files and reaches nobody.')
    }

    if (config.hasDemoCatalogue && !opening.isWorker) await importDemoCatalogue(shop, opening.say)

    // A worker needs the pages for its mails only.
    const app = await buildApp(shop, opening.isWorker ? undefined : pages)
    closers.push(() => app.close())
    port = await listen(app, config)
    // After listening: the password is shown once and must not be lost if the start fails.
    const first = { email: config.adminEmail, password: config.adminPassword }
    const firstAdmin = opening.isWorker ? undefined : await ensureFirstAdmin(shop.db, first)
    if (firstAdmin && config.adminPassword !== undefined && (await isCommonPassword(config.adminPassword))) {
      log.warn('ADMIN_PASSWORD is one that is guessed first. Replace it: npm run admin -- create EMAIL')
    }
    const jobs = opening.isWorker || config.takesJobs ? startJobs(shop) : startWithoutJobs(shop)
    closers.push(async () => {
      await Promise.all([jobs.stop(), drain(app)])
    })
    isOpening = false
    return { publicUrl: publicUrl(), localUrl: localUrl(), firstAdmin, close }
  } catch (error) {
    await close()
    throw error
  }
}
