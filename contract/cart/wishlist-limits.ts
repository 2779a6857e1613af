/** Products on a wishlist, in an account or on a device. */
export const MAX_WISHLIST_PRODUCTS = 100
/** Sizes that one customer waits for at the same time. */
export const MAX_STOCK_REQUESTS = 50
