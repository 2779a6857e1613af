/** The short form of an order's id that people use: its last six characters in upper case. */
export const shortIdOf = (orderId: string): string => orderId.slice(-6).toUpperCase()
