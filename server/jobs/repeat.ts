import { setTimeout as wait } from 'node:timers/promises'

import type { Shop } from '#server/shop.ts'

interface Repetition {
  name: string
  everySeconds: number
  /** The pause after a failure, where it differs. */
  pauseAfterFailureSeconds?: number
  run: (signal: AbortSignal) => Promise<void>
}

/**
 * Runs a job now and repeatedly, never twice at a time, until the signal aborts. Then it resolves once the current run has
 * ended. A failure is logged, the first of a row as an error, and does not end the repetition. Keeps no process alive.
 */
export async function repeat(
  { name, everySeconds, pauseAfterFailureSeconds = everySeconds, run }: Repetition,
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
    await wait((failures > 0 ? pauseAfterFailureSeconds : everySeconds) * 1000, undefined, {
      signal,
      ref: false,
    }).catch(() => undefined)
  }
}
