/** Whoever asks the courier service about a parcel has it for so long; after it another process may. */
export const LEASE_SECONDS = 60
/**
 * After an unclear answer the parcel is looked up, not booked again. The first look waits, because a call that nobody
 * waits for any more may still be carried out.
 */
export const ATTEMPT_PAUSE = { firstSeconds: 20, longestSeconds: 1800 }
/** How often a parcel is to be forgotten; then a person does it. */
export const MOST_CANCELLING_ATTEMPTS = 8
/**
 * How long after the booking, and after each step, the courier is asked where a parcel is, if nothing is told: longer
 * and longer.
 */
export const CHECK_PAUSE = { firstSeconds: 1800, longestSeconds: 6 * 3600 }
/** An event that cannot be dealt with is tried again, because its parcel may be booked in this moment. */
export const EVENT_PAUSE = { firstSeconds: 2, longestSeconds: 3600 }
export const MOST_EVENT_ATTEMPTS = 12
