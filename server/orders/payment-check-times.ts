const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after its start at which the provider is asked about an attempt; after the last of them hourly. */
const LADDER_SECONDS = [2, 5, 10, 15, 30, 60].map((minutes) => minutes * MINUTE)

export const FIRST_CHECK_SECONDS = 2 * MINUTE
/** A paid attempt is looked at once more, for a second payment whose event got lost. */
export const LAST_LOOK_SECONDS = HOUR
/** So long the provider has to capture by itself what it authorised; then it is asked to. */
export const CAPTURE_SECONDS = 20
/** Then nobody can pay any more: an authorisation lapses after five days. */
const CHECKED_FOR_SECONDS = 6 * 24 * HOUR

/** Seconds until the next check of an attempt that was checked `checks` times; undefined when there is none. */
export function nextCheckSeconds({ checks, ageSeconds }: { checks: number; ageSeconds: number }): number | undefined {
  if (ageSeconds >= CHECKED_FOR_SECONDS) return undefined
  const step = LADDER_SECONDS[checks]
  return step === undefined ? HOUR : Math.max(step - ageSeconds, MINUTE)
}
