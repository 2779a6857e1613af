import { text } from 'node:stream/consumers'

import { Registration } from '#contract/accounts.ts'
import { isShopError } from '#contract/errors.ts'
import { checkNewPassword } from '#server/accounts/new-password.ts'
import { randomPassword } from '#server/accounts/passwords.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { endWith, runCommand, say, UsageError } from '#server/command.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeFilesPrivate } from '#server/private-folder.ts'

const USAGE = 'Usage: npm run admin -- create EMAIL   (the password from standard input, else a random one is made)'
/** How long the command waits for a password on an open pipe that nobody writes to. */
const INPUT_TIMEOUT_MS = 5000

function readEmail([command, email, ...rest]: string[]): string {
  if (command !== 'create' || email === undefined || rest.length > 0) throw new UsageError(USAGE)
  const result = Registration.shape.email.safeParse(email)
  if (!result.success) throw new UsageError(`${email} is no e-mail address.`)
  return result.data
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
    await checkNewPassword(result.data, { email })
  } catch (error) {
    throw isShopError(error) ? new UsageError(error.message) : error
  }
  return result.data
}

async function makeAdmin(email: string, password: string): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir, onFatal: endWith })
  try {
    await migrate(database)
    await createAdmin(database.db, { email, password })
  } finally {
    await database.close()
  }
  say(`${email} is an administrator now (${databaseUrl ? 'at DATABASE_URL' : `in ${dataDir}`}).`)
}

async function run(parameters: string[]): Promise<void> {
  const email = readEmail(parameters)
  const input = await readInput()
  const password = input === '' ? randomPassword() : await checkPassword(input, email)
  await makeAdmin(email, password)
  if (input === '') say(`Password (shown once): ${password}`)
}

makeFilesPrivate()
await runCommand(run)
