/** The most lines of a bill, and the most sizes of one count. */
export const MAX_BILL_LINES = 100
export const MAX_COUNTED_SIZES = 100

/** The most pieces that one line of a bill brings. */
export const MAX_BILL_PIECES = 100_000

export const MAX_SUPPLIER_NAME = 100
export const MAX_BILL_NUMBER = 50
export const MAX_COUNT_REASON = 200
