import { createHash } from 'node:crypto'

import { takeTurns } from '#server/turns.ts'

/**
 * The token of one file, of what its owner says of it, and of what it would do. No other file can be imported with it,
 * nor this one where it would do something else by now. Others have a turn while there are many lines.
 */
export async function csvToken(file: Uint8Array, choices: unknown, lines: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update(file).update(JSON.stringify(choices))
  const pause = takeTurns()
  for (const line of lines) {
    hash.update(JSON.stringify(line))
    await pause()
  }
  return hash.digest('hex')
}
