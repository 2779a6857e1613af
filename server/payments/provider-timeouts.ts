/** The longest that any method of the provider takes, all its requests together. */
export const LONGEST_CALL_MS = 10_000
/** For background jobs: they try again later. */
export const BACKGROUND_CALL_MS = 8000
/**
 * For calls that a buyer or an event waits for. Without an answer the payment's signature, or the next event, decides.
 */
export const SHORT_CALL_MS = 3000
/** For the whole start of a payment, including the provider's order. Another call for the same cart waits as long. */
export const START_PAYMENT_MS = 4000
/** What the provider gets of it at least, however slow the shop itself was. */
export const MIN_CREATE_ORDER_MS = 3000
