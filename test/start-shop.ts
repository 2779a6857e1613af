import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { letterHtml } from '#app/mail/letter-html.ts'
import { createMailWriter } from '#server/mail/write-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { Shop } from '#server/shop.ts'

import { buildApp } from '#server/app.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { readConfig } from '#server/config.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { newId } from '#server/new-id.ts'
import { createProvider } from '#server/payments/provider.ts'
import { openSandboxSettings } from '#sandbox/settings.ts'
import { JobRuns } from '#server/jobs/job-runs.ts'
import { ResponseCache } from '#server/cache/response-cache.ts'
import { openSettings } from '#server/settings/current-settings.ts'
import { followTags } from '#server/cache/tags.ts'
import type { Pages } from '#server/pages/built-pages.ts'
import { createTestDatabase } from '#test/database.ts'
import { createVisitor } from '#test/visitor.ts'

const PASSWORD = 'correct horse battery'

interface StartOptions extends Partial<Config> {
  /** Background jobs run only where a test is about them. */
  hasJobs?: boolean
  /** A migrated database instead of one of its own; closed with the shop. */
  database?: OpenDatabase
  /** Where the log goes, line by line, for tests that are about it. */
  logTo?: { write(line: string): void }
  /** None unless a test is about them. */
  pages?: Pages
}

/** The shop's whole server on a free port with its own database, sandbox provider and temporary folder. */
export async function startShop({ hasJobs = false, database: given, logTo, pages, ...overrides }: StartOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'selvedge-test-'))
  const environment = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_CATALOGUE: 'off' }
  const config: Config = { ...readConfig({ ...environment, RATE_LIMITS: 'off' }), ...overrides }
  const database = given ?? (await createTestDatabase())
  const mails: Mail[] = []
  let port = 0
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
  const tags = await followTags(database)
  const log = logTo ? pino({ level: config.logLevel }, logTo) : pino({ level: config.logLevel })
  const settings = await openSettings({ db: database.db, tags, log }, { shopName: config.shopName })
  const payment = await openSandboxSettings(database.db)
  const shop: Shop = {
    config,
    database,
    db: database.db,
    pictures: await openPictures(config),
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    writeMail: createMailWriter(async (...letter) => letterHtml(...letter)),
    provider: createProvider({
      apiUrl: () => `http://127.0.0.1:${port}/sandbox/razorpay`,
      keyId: payment.keyId,
      keySecret: payment.keySecret,
    }),
    payment,
    settings,
    tags,
    responses: new ResponseCache(tags, 24 * 1024 * 1024),
    jobRuns: new JobRuns(),
    log,
    publicUrl,
  }
  const app = await buildApp(shop, pages)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  const jobs = hasJobs ? startJobs(shop) : undefined
  const origin = `http://127.0.0.1:${port}`

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
      const names = { firstname: 'Asha', lastname: 'Rao', ...person }
      await visitor.api.register({ ...names, email, password: PASSWORD, phone: '9876543210' })
      const { user } = await visitor.api.login({ email, password: PASSWORD })
      return { ...visitor, user, password: PASSWORD }
    },
    /** A new administrator, signed in as one. */
    async admin() {
      const visitor = createVisitor(origin)
      const email = `admin-${newId()}@example.com`
      await createAdmin(database.db, { email, password: PASSWORD })
      const { user } = await visitor.api.adminLogin({ email, password: PASSWORD })
      return { ...visitor, user, password: PASSWORD }
    },
    async close() {
      await jobs?.stop()
      await app.close()
      await shop.pictures.close()
      await settings.close()
      await tags.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
