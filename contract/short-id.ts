/** The part of an id by which people call an order. */
export const shortIdOf = (orderId: string) => orderId.slice(-6).toUpperCase()
