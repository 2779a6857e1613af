export const SHORT_ID_LENGTH = 6

/** The short form of an order's id that people use: its last six characters in upper case. */
export const shortIdOf = (orderId: string): string => orderId.slice(-SHORT_ID_LENGTH).toUpperCase()
