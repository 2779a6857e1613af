/**
 * The most orders that the packing table holds at once, the oldest first: more than ten minutes without a network, and
 * a small shop's day.
 */
export const MAX_PACKING_ORDERS = 250
/** Of so many parcels the papers are one file. */
export const MAX_PAPERS = 100
/** The most pieces that one call notes as packed. */
export const MAX_PACKED_ITEMS = 500
