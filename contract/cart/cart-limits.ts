/** The highest quantity of one line, so that one customer cannot hold all of a product's stock. */
export const MAX_LINE_QUANTITY = 10

/** The most lines of a cart, and so of an order, so that one customer cannot hold the whole stock. */
export const MAX_CART_LINES = 30
