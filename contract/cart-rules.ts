/** The most pieces of one line: keeps one customer from holding a whole shelf. */
export const MAX_LINE_QUANTITY = 10

/** The most lines of one cart, and so of one order: keeps one customer from holding a whole shop. */
export const MAX_CART_LINES = 30
