export const MAX_SALE_TITLE = 60
/** Nothing is given away: a product is never free by a sale. */
export const MAX_SALE_PERCENT = 99
export const MAX_SALE_PRODUCTS = 5000
export const MAX_SALE_CATEGORIES = 100
export const MAX_SALE_COLLECTIONS = 50
/** The longest that a sale lasts: a year. */
export const MAX_SALE_DAYS = 366

/** The products that a preview shows, and the most that a sentence names. */
export const PREVIEWED_PRODUCTS = 20
export const NAMED_PRODUCTS = 5
