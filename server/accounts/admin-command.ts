import { text } from 'node:stream/consumers'

import { Registration } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'

import { isShopError } from '#contract/api/errors.ts'
import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'
import { randomPassword } from '#server/accounts/passwords/passwords.ts'
import { resetFactor } from '#server/accounts/second-factor/second-factor.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { openForCommand, runCommand, UsageError } from '#server/start/run-command.ts'
import { say } from '#server/start/terminal.ts'
import { readConfig } from '#server/start/config.ts'
import { migrate } from '#server/db/migrate.ts'

const USAGE =
  'Usage: npm run admin -- create EMAIL (the password from standard input, else a random one is made), or: reset-factor EMAIL'
const COMMANDS = ['create', 'reset-factor'] as const
/** How long the command waits for a password from a pipe that stays silent. */
const INPUT_TIMEOUT_MS = 5000

function readCommand([word, email, ...rest]: string[]): { command: (typeof COMMANDS)[number]; email: string } {
  const command = COMMANDS.find((one) => one === word)
  if (!command || email === undefined || rest.length > 0) throw new UsageError(USAGE)
  const result = Registration.shape.email.safeParse(email)
  if (!result.success) throw new UsageError(`${email} is no e-mail address.`)
  return { command, email: result.data }
}

/** The text that was piped in, without the line end that `echo` and editors add; empty if there is none. */
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const timer = setTimeout(() => process.stdin.destroy(), INPUT_TIMEOUT_MS)
  process.stdin.once('data', () => clearTimeout(timer))
  try {
    return (await text(process.stdin)).replace(/\r?\n$/, '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return ''
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function checkPassword(password: string, email: string): Promise<string> {
  const result = Registration.shape.password.safeParse(password)
  if (!result.success) throw new UsageError(result.error.issues[0]?.message ?? 'This password cannot be used.')
  try {
    await checkNewPassword(result.data, { email }, readConfig(process.env).shopName)
  } catch (error) {
    throw isShopError(error) ? new UsageError(error.message) : error
  }
  return result.data
}

/** Opens the shop's database for the work, and says where it is. */
async function withDatabase(work: (db: Db) => Promise<string>): Promise<void> {
  const config = readConfig(process.env)
  const database = await openForCommand(config)
  try {
    await migrate(database)
    say(`${await work(database.db)} (${config.databaseUrl ? 'at DATABASE_URL' : `in ${config.dataDir}`}).`)
  } finally {
    await database.close()
  }
}

async function run(parameters: string[]): Promise<void> {
  const { command, email } = readCommand(parameters)
  if (command === 'reset-factor') {
    return withDatabase(async (db) => {
      await resetFactor(db, email).catch((error: unknown) => {
        throw isShopError(error) ? new UsageError(`${email} has no second factor.`) : error
      })
      return `${email} has no second factor any more`
    })
  }
  const input = await readInput()
  const password = input === '' ? randomPassword() : await checkPassword(input, email)
  await withDatabase(async (db) => {
    await createAdmin(db, { email, password })
    return `${email} is an administrator now`
  })
  if (input === '') say(`Password (shown once): ${password}`)
}

await runCommand(run)
