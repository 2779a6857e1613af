import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'

/** Products of one page of a search, unless an agent asks for another number, and at most. */
export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 50

/** Ids of one lookup. */
export const MAX_LOOKUP_IDS = 50

/** Lines of an agent's cart or checkout: as many as the cart has that a person takes them into. */
export const MAX_LINES = MAX_CART_LINES

/** Names and list items of an agent's call: a full cart with everything that the shop answered about it. */
export const MAX_CALL_ENTRIES = 1500

/** Carts and checkouts that one network may make or change within a minute. */
export const CHANGES_PER_MINUTE = 60
