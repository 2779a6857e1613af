/** How long a checkout holds its stock. Invariant 9 in `invariants.sql` states the most on its own, so that it can find a fault here. */
export const HOLD_SECONDS = 15 * 60

/** A hold that has more than this left was made before the clock was set back. */
export const LONGEST_HOLD_SECONDS = HOLD_SECONDS + 60

/** So many holds that ended unpaid an account may have within the window; then it waits until the first of them is older. */
export const UNPAID_HOLDS = 3
export const UNPAID_WINDOW_SECONDS = 60 * 60

/** So many open holds one network may have. Generous: in India thousands of customers share one IPv4 address. */
export const NETWORK_HOLDS = 50
