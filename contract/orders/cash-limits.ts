/** How many orders of one customer, of one phone and to one address may be on their way to be paid at the door. */
export const OPEN_CASH_ORDERS = 2
/**
 * How many orders for cash of one customer may end within so many days because they cancel them or nobody confirms
 * them. Then the next one is paid online.
 */
export const UNSENT_CASH_ORDERS = 5
export const UNSENT_CASH_DAYS = 7
/** How long an order for cash waits to be confirmed; then it ends: `server/orders/cash/confirmation-queries.ts`. */
export const CASH_CONFIRMATION_HOURS = 48
/** Mails with a code that confirm one order, within an hour. */
export const CASH_CODES_PER_HOUR = 3
