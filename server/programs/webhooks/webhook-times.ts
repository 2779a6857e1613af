import { DAY_SECONDS, HOUR_SECONDS } from '#contract/units/time-units.ts'
import { OLD_SECRET_HOURS, WEBHOOK_RETRY_DAYS } from '#contract/programs/webhook-limits.ts'

/** Between two attempts, at a delivery and at an address that takes none: twice as long after each. */
export const WEBHOOK_PAUSE = { firstSeconds: 5, longestSeconds: 3 * HOUR_SECONDS }
/** After so long a delivery has failed while others were taken, and an address that takes none is paused. */
export const GIVE_UP_SECONDS = WEBHOOK_RETRY_DAYS * DAY_SECONDS
/** How long the secret before the present one signs too. */
export const OLD_SECRET_SECONDS = OLD_SECRET_HOURS * HOUR_SECONDS

/** How long a call may take with all of its answer. */
export const CALL_TIMEOUT_MS = 5000
/** An address gets at most so many calls at a time, */
export const CALLS_AT_ONCE = 4
/** and so many in a round, of which none begins sooner than this after the one before. */
export const CALLS_IN_ROUND = 50
export const ROUND_MS = 1000
/** No call of a round begins later than this. */
export const ROUND_ENDS_MS = 10_000
/** Longer than a round takes: then another process may send to the address. */
export const CLAIM_SECONDS = 20
/** When the shop stops, a call that is on its way gets this long, so that it is not made again. */
export const GRACE_MS = 2000
