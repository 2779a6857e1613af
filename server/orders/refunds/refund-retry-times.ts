import { HOUR_SECONDS } from '#contract/units/time-units.ts'

/** Between two attempts to send a refund, or to ask what became of it: twice as long after each. */
export const REFUND_PAUSE = { firstSeconds: 5, longestSeconds: HOUR_SECONDS }

/** How long to wait after an event before asking; the next event should come earlier. */
export const REPORTED_WAIT_SECONDS = 60

/** Between a refusal and the next attempt. */
export const REFUSED_WAIT_SECONDS = HOUR_SECONDS

/** The attempt at which a refusal is final: one more than a day of hourly ones. */
export const MAX_REFUND_ATTEMPTS = 25
