/** The longest that any call of the provider takes, all requests of one method together. */
export const LONGEST_CALL_MS = 10_000
/** For background work: it tries again later. */
export const BACKGROUND_CALL_MS = 8000
/** For questions that a buyer or an event waits for. The signature of the payment, or the next event, does without the answer. */
export const SHORT_CALL_MS = 3000
/** For the whole start of a payment, until the provider has opened an order; another call for the same cart waits as long. */
export const START_PAYMENT_MS = 4000
/** What the provider gets of it at least, where the shop itself was slow. */
export const LEAST_OPEN_ORDER_MS = 3000
