/** How long what a customer writes about a piece may be. */
export const MAX_RETURN_NOTE = 500
/** The most pictures of a return. */
export const MAX_RETURN_PICTURES = 5
/** Within how many days of its arrival the money of a return goes. */
export const REFUND_DAYS = 7
/** So many people at least have to return a size before its product's page says how they found it. */
export const FEWEST_WHO_RETURNED = 5
/** For how many days another size is held while nothing comes back. */
export const EXCHANGE_HOLD_DAYS = 15
/** How many returns of an order may end without a piece coming back. Then its customer writes to the shop. */
export const MAX_ENDED_RETURNS = 10
