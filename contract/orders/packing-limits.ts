/** The most orders that the packing table holds at once, the oldest first. */
export const MAX_PACKING_ORDERS = 100
/** The most pieces that one call notes as packed. */
export const MAX_PACKED_ITEMS = 500
