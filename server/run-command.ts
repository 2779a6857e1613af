import type { Config } from '#server/config.ts'

import { makeFilesPrivate } from '#server/data-dir.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { StartupError } from '#server/startup-error.ts'

const USAGE_STATUS = 2

/** What was typed after a command is wrong. `message` is shown as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Writes a line for the person who started the command. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Ends the process because the embedded database can never answer again. */
export function endWith(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Opens the shop's database for a command. Rejects as `openDatabase` does. */
export function openForCommand({ databaseUrl, databaseDirectUrl, dataDir }: Config): Promise<OpenDatabase> {
  return openDatabase({ databaseUrl, databaseDirectUrl, dataDir, onFatal: endWith })
}

/**
 * Runs a command with what was typed after it and ends the process: with 0, with 2 for a `UsageError`, else with 1. What its
 * user can mend is one sentence on standard error, anything else a stack. Its files are readable for its user alone.
 */
export async function runCommand(work: (parameters: string[]) => Promise<void>): Promise<never> {
  makeFilesPrivate()
  try {
    await work(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof StartupError
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(error instanceof UsageError ? USAGE_STATUS : 1)
  }
}
