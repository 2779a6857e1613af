export const MAX_SIZES = 20
export const MAX_STOCK = 1_000_000
/** The most products of one bulk change. */
export const MAX_BULK = 200
