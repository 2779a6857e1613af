import type { Config } from '#server/start/config.ts'

import { makeFilesPrivate } from '#server/start/data-dir.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { StartupError } from '#server/start/startup-error.ts'
import { exitWithError } from '#server/start/terminal.ts'

const USAGE_STATUS = 2

/** What was typed after a command is wrong. `message` is shown as it is. */
export class UsageError extends StartupError {
  override readonly name = 'UsageError'
}

/** Opens the shop's database for a command. Rejects as `openDatabase` does. */
export function openForCommand({ databaseUrl, databaseDirectUrl, dataDir }: Config): Promise<OpenDatabase> {
  return openDatabase({ databaseUrl, databaseDirectUrl, dataDir, onFatal: exitWithError })
}

/**
 * Runs a command with what was typed after it and ends the process: with 0, with 2 for a `UsageError`, else with 1. Its
 * files are readable for its user alone.
 */
export async function runCommand(work: (parameters: string[]) => Promise<void>): Promise<never> {
  makeFilesPrivate()
  try {
    await work(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    exitWithError(error, error instanceof UsageError ? USAGE_STATUS : 1)
  }
}
