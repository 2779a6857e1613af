import { once } from 'node:events'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { pino } from 'pino'

import { CLOSE_BUDGET_MS } from '#server/http/health/stopping-times.ts'
import { readConfig } from '#server/start/config.ts'
import { makeFilesPrivate } from '#server/start/data-dir.ts'
import { exitWithError, say } from '#server/start/terminal.ts'

makeFilesPrivate()

/** Fields of a log entry whose values are not written. */
const REDACTED_LOG_FIELDS = ['req.headers.cookie', 'req.headers.authorization']
const PARENT_CHECK_MS = 500

/**
 * Loads the shop and caches the compiled modules for the next start; without a cache if its folder cannot be written.
 */
async function load() {
  enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled'))
  const { openShop } = await import('#server/start/open-shop.ts')
  flushCompileCache()
  return openShop
}

/** So that a worker can run beside the shop on one machine. */
const WORKER_PORT = '3100'

async function start() {
  const isWorker = process.argv.includes('--worker')
  const config = readConfig(isWorker ? { ...process.env, PORT: process.env.PORT || WORKER_PORT } : process.env)
  const log = pino({ level: config.logLevel, redact: REDACTED_LOG_FIELDS })
  const openShop = await load()
  const shop = await openShop(config, log, { say, isWorker, isDevelopment: process.argv.includes('--dev') })
  if (isWorker) {
    say(`\nA worker of ${config.shopName} takes jobs.\n  Health ${shop.localUrl}/readyz`)
    return shop
  }
  say(`\n${config.shopName} is open.\n  Shop   ${shop.publicUrl}\n  Admin  ${shop.publicUrl}/admin-signin`)
  if (config.isSandboxDeclared) say('  Payments are emulated, because PAYMENTS=sandbox says so: no money moves.')
  if (shop.firstAdmin) {
    const { email, password } = shop.firstAdmin
    const shown = config.adminPassword === undefined ? password : 'as set in ADMIN_PASSWORD'
    say(`\n  First administrator (shown once)\n  E-mail    ${email}\n  Password  ${shown}`)
  }
  return shop
}

/**
 * Resolves when npm, which started this process, has ended. npm's shell does not pass signals on, so the server would
 * keep its port and its data for ever. Never resolves for a process that was started otherwise.
 */
async function npmExit(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => {})
  const { ppid } = process
  for await (const _ of setInterval(PARENT_CHECK_MS, undefined, { ref: false })) {
    if (process.ppid !== ppid) return undefined
  }
  return undefined
}

const stopAsked = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), npmExit()])
const shop = await start().catch(exitWithError)
await stopAsked
setTimeout(() => process.exit(1), CLOSE_BUDGET_MS).unref()
await shop.close()
process.exit(0)
