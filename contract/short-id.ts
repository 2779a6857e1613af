/** The part of an order's id by which people call it: its last six characters, in upper case. */
export const shortIdOf = (orderId: string): string => orderId.slice(-6).toUpperCase()
