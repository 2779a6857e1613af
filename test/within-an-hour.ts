import { setTimeout as sleep } from 'node:timers/promises'

import { HOUR_MS, MINUTE_MS } from '#contract/units/time-units.ts'
import { nextDayInIndia } from '#contract/units/india-time.ts'

/**
 * For `beforeEach`: waits where the next hour in India is less than a minute away, so that a test which names a day, a
 * month or a promise sees one of them from its beginning to its end.
 */
export async function withinAnHour(): Promise<void> {
  const now = Date.now()
  const left = (nextDayInIndia(now) - now) % HOUR_MS
  if (left < MINUTE_MS) await sleep(left)
}
