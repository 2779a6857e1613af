import { addMs } from '#sandbox/events.ts'

const MOST_ATTEMPTS = 15
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 60_000

/** When an event that the shop did not take is sent again; null when it is given up. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  if (attempts >= MOST_ATTEMPTS) return null
  return addMs(now, Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS))
}
