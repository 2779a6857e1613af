import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

import type { Config } from '#server/start/config.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { mailHtml } from '#app/mails/mail-html.ts'
import { createMailWriter } from '#server/mails/transport/mail-bodies.ts'
import type { Mail } from '#server/mails/transport/mail-headers.ts'
import type { Shop } from '#server/start/shop.ts'

import { buildApp } from '#server/start/app.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { readConfig, sendsMail } from '#server/start/config.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { newId } from '#server/db/new-id.ts'
import { createProvider } from '#server/payments/provider.ts'
import { openCourier } from '#server/start/open-courier.ts'
import { sendFetched } from '#server/returns/service.ts'
import { openSandboxSettings } from '#sandbox/provider-keys.ts'
import { VitalSums } from '#server/dashboard/web-vitals/service.ts'
import { JobRunCounts } from '#server/jobs/job-run-counts.ts'
import { ResponseCache } from '#server/cache/response-cache.ts'
import { firstValuesOf } from '#server/settings/first-values.ts'
import { openPinTable } from '#server/start/open-pin-table.ts'
import { openSettings } from '#server/settings/current-settings.ts'
import { followTags } from '#server/cache/tags.ts'
import type { Pages } from '#server/pages/built-pages.ts'
import { createTestDatabase } from '#test/database.ts'
import { PASSWORD, signInNew } from '#test/new-accounts.ts'
import { createVisitor } from '#test/visitor.ts'

interface StartOptions extends Partial<Config> {
  /** Whether background jobs run; only for tests about them. */
  hasJobs?: boolean
  /** A migrated database instead of one of its own; closed with the shop. */
  database?: OpenDatabase
  /** Memory for cached responses, for tests about it. */
  cacheBytes?: number
  /** Gets the log line by line, for tests about it. */
  logTo?: { write(line: string): void }
  /** Only for tests about pages. */
  pages?: Pages
}

/** The shop's whole server on a free port with its own database, sandbox provider and temporary folder. */
export async function startShop({
  hasJobs = false,
  database: given,
  cacheBytes,
  logTo,
  pages,
  ...overrides
}: StartOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'selvedge-test-'))
  const environment = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_CATALOGUE: 'off' }
  const config: Config = { ...readConfig({ ...environment, RATE_LIMITS: 'off' }), ...overrides }
  const database = given ?? (await createTestDatabase())
  const mails: Mail[] = []
  let port = 0
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
  const tags = await followTags(database)
  const log = logTo ? pino({ level: config.logLevel }, logTo) : pino({ level: config.logLevel })
  const settings = await openSettings({ db: database.db, tags, log }, firstValuesOf(config))
  const delivery = await openPinTable({ db: database.db, tags, log })
  const payment = await openSandboxSettings(database.db)
  const shop: Shop = {
    config,
    database,
    db: database.db,
    pictures: await openPictures(config),
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    writeMail: createMailWriter(async (...content) => mailHtml(...content)),
    provider: createProvider({
      apiUrl: () => `http://127.0.0.1:${port}/sandbox/razorpay`,
      keyId: payment.keyId,
      keySecret: payment.keySecret,
    }),
    payment,
    courier: await openCourier(config, database.db, () => `http://127.0.0.1:${port}`),
    sendFetchedReturn: (db, returnId) => sendFetched(db, { settings, publicUrl }, returnId),
    settings,
    delivery,
    tags,
    responses: new ResponseCache(tags, cacheBytes ?? 24 * 1024 * 1024),
    jobRuns: new JobRunCounts(),
    vitals: new VitalSums(),
    log,
    publicUrl,
  }
  const app = await buildApp(shop, pages)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  const jobs = hasJobs ? startJobs(shop) : undefined
  const origin = `http://127.0.0.1:${port}`

  /** Registering and signing in leave nothing but account and session: no limit counts them and no mail goes out. */
  const leavesNoTrace = () => !config.hasRateLimits && !sendsMail(config)

  return {
    origin,
    app,
    shop,
    db: database.db,
    mails,
    visitor: () => createVisitor(origin),
    /** A new customer, registered and signed in. */
    async customer(person: { firstname?: string; lastname?: string; email?: string } = {}) {
      const visitor = createVisitor(origin)
      const email = person.email ?? `customer-${newId()}@example.com`
      const names = { firstname: 'Asha', lastname: 'Rao', ...person, email, phone: '9876543210' }
      if (leavesNoTrace()) {
        const user = await signInNew(visitor, { app, db: database.db }, 'customer', names)
        return { ...visitor, user, password: PASSWORD }
      }
      await visitor.api.register({ ...names, password: PASSWORD })
      const { user } = await visitor.api.login({ email, password: PASSWORD })
      return { ...visitor, user, password: PASSWORD }
    },
    /** A new administrator, signed in as one. */
    async admin() {
      const visitor = createVisitor(origin)
      const email = `admin-${newId()}@example.com`
      const names = { firstname: 'Shop', lastname: 'Admin', email, phone: '' }
      if (leavesNoTrace()) {
        const user = await signInNew(visitor, { app, db: database.db }, 'admin', names)
        return { ...visitor, user, password: PASSWORD }
      }
      await createAdmin(database.db, { email, password: PASSWORD })
      const { user } = await visitor.api.adminLogin({ email, password: PASSWORD })
      return { ...visitor, user, password: PASSWORD }
    },
    async close() {
      await jobs?.stop()
      await app.close()
      await shop.pictures.close()
      await delivery.close()
      await settings.close()
      await tags.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
