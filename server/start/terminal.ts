import { StartupError } from '#server/start/startup-error.ts'

/** Writes a line for the person who started the process. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

function textOf(failure: unknown): string {
  if (failure instanceof StartupError) return failure.message
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
}

/**
 * Ends the process. What its user can mend is one sentence on standard error, any other error a stack, and a text stays
 * as it is.
 */
export function exitWithError(failure: unknown, status = 1): never {
  process.stderr.write(`${textOf(failure)}\n`)
  process.exit(status)
}
