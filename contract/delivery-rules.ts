/** After how many days an order is estimated to arrive, counted from the day of the order. */
export const DELIVERY_DAYS = { earliest: 8, latest: 12 } as const
