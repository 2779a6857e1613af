import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#contract/units/time-units.ts'

/** Seconds after its start at which the provider is asked about a payment; after the last of them hourly. */
const CHECKS_AT_SECONDS = [2, 5, 10, 15, 30, 60].map((minutes) => minutes * MINUTE_SECONDS)

export const FIRST_CHECK_SECONDS = 2 * MINUTE_SECONDS
/**
 * A paid checkout is checked once more after this time, for a second payment whose event got lost, and on while one is
 * under way.
 */
export const FINAL_CHECK_SECONDS = HOUR_SECONDS
/** The provider captures by itself what it authorised. After this time the shop asks it to. */
export const AUTO_CAPTURE_SECONDS = 20
/** After this time no payment can arrive: an authorisation lapses after five days. */
const CHECKED_FOR_SECONDS = 6 * DAY_SECONDS

/** Seconds until the next check of a checkout that was checked `checks` times; undefined if there is none. */
export function nextCheckSeconds({ checks, ageSeconds }: { checks: number; ageSeconds: number }): number | undefined {
  if (ageSeconds >= CHECKED_FOR_SECONDS) return undefined
  const nextAt = CHECKS_AT_SECONDS[checks]
  return nextAt === undefined ? HOUR_SECONDS : Math.max(nextAt - ageSeconds, MINUTE_SECONDS)
}
