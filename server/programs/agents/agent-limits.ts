import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { CODES_PER_CUSTOMER } from '#server/offers/service.ts'

/** Products of one page of a search, unless an agent asks for another number, and at most. */
export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 50

/** Ids of one lookup. */
export const MAX_LOOKUP_IDS = 50

/** Lines of an agent's cart or checkout: as many as the cart has that a person takes them into. */
export const MAX_LINES = MAX_CART_LINES

/** Codes of one cart or checkout: as many as a customer may try within the window. */
export const MAX_CODES = CODES_PER_CUSTOMER

/** What somebody may type for a code. */
export const MAX_CODE_CHARACTERS = 100

/** Names and list items of an agent's call: a full cart with everything that the shop answered about it. */
export const MAX_CALL_ENTRIES = 1500

/** Carts and checkouts that one network may make or change within a minute. */
export const CHANGES_PER_MINUTE = 60

/** More pieces of a size are counted as so many. */
export const MAX_PIECES = 10_000

/**
 * How long a cart or a checkout stays after its last change, and how long it is told what became of one that somebody
 * has taken over.
 */
export const CHOICE_HOURS = { cart: 24, checkout: 6 } as const
export const TAKEN_DAYS = 30

/**
 * Carts and checkouts that nobody has taken over, and answers to calls that may be repeated, that are kept at a time.
 * More are refused for the moment.
 */
export const MAX_CHOICES = 20_000
export const MAX_ANSWERS = 20_000

/**
 * Once half of that is taken, what is new stays for so long only: no network may change so much within this time that
 * nothing is left for the others.
 */
export const CROWDED_MINUTES = 15

/** Times that a customer may take something over within a minute: what was taken over stays for weeks. */
export const TAKES_PER_MINUTE = 10

/** What a customer has taken over, of which programs are told what becomes of it. The newest count. */
export const MAX_TAKEN = 100

/** Links to what was chosen that a network may open within a minute, so that nobody guesses them. */
export const LINKS_PER_MINUTE = 60
