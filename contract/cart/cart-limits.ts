/**
 * The highest quantity of one line, so that one customer cannot hold all of a product's stock. More than that is
 * refused by `server/cart/service.ts` with the sentence of `server/cart/shortage-notices.ts`; in the browser
 * `app/ui/quantity.tsx` lowers what was typed, and `app/cart/cart-line-view.tsx` says so.
 */
export const MAX_LINE_QUANTITY = 10

/** The most lines of a cart, and so of an order, so that one customer cannot hold the whole stock. */
export const MAX_CART_LINES = 30

/** The keys of a customer's additions that are known: the newest, so that nobody fills the database with new ones. */
export const MAX_ADDITION_KEYS = 2000
