import { setTimeout as wait } from 'node:timers/promises'

import type { Shop } from '#server/shop.ts'

interface Repetition {
  name: string
  everySeconds: number
  /** The pause after a failure, where it is to be another one. */
  restSeconds?: number
  run: (signal: AbortSignal) => Promise<void>
}

/**
 * Runs a job at once and again and again, never twice at a time, until the signal aborts; then resolves as soon as what
 * runs is done. A failure is logged, the first of a row as an error, and never ends it. Keeps no process alive.
 */
export async function repeat(
  { name, everySeconds, restSeconds = everySeconds, run }: Repetition,
  log: Shop['log'],
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await run(signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      log[failures === 1 ? 'error' : 'debug']({ err: error, job: name }, 'a job failed; it runs again')
    }
    await wait((failures > 0 ? restSeconds : everySeconds) * 1000, undefined, { signal, ref: false }).catch(
      () => undefined,
    )
  }
}
