export const MAX_SIZES = 20
export const MAX_STOCK = 1_000_000
/** The most products of one bulk change. */
export const MAX_BULK = 200
/** The products in each row of a product's page: what goes with it, and what is like it. */
export const RELATED_PRODUCTS = 8
/** The most colours that a product shows, so that a huge group, made by mistake, costs no more than others. */
export const MAX_SIBLINGS = 30
