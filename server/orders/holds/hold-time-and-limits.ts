/**
 * How long a checkout holds its stock. `invariants.sql` states this limit separately, so that it can detect a fault
 * here. The policies (`default-policies.ts`) and a planted bug (`prove/planted-bugs.ts`) repeat it.
 */
export const HOLD_SECONDS = 15 * 60

/** If a hold has more than this left, the clock was set back after it was made. */
export const LONGEST_HOLD_SECONDS = HOLD_SECONDS + 60

/** How many holds of an account may end unpaid within the window. Then it waits until the first of them is older. */
export const UNPAID_HOLDS = 3
export const UNPAID_WINDOW_SECONDS = 60 * 60

/**
 * How many open holds a network may have. The number is high because in India thousands of customers share one IPv4
 * address.
 */
export const NETWORK_HOLDS = 50

/**
 * How many orders for cash a network may have that nobody has confirmed, or that are younger than an hour and not sent.
 * They hold stock for days. Those count too that were cancelled by their customers or not confirmed within the days of
 * `cash-limits.ts`.
 */
export const NETWORK_CASH_ORDERS = 50
