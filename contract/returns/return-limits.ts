/** How long what a customer writes about a piece may be. */
export const MAX_RETURN_NOTE = 500
/** The most pictures of a return. */
export const MAX_RETURN_PICTURES = 5
/** Within how many days of its arrival the money of a return goes. */
export const REFUND_DAYS = 7
