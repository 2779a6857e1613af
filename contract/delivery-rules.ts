/** After how many days an order is estimated to arrive, counted from the day of the order. */
export const DELIVERY_DAYS = { earliest: 8, latest: 12 } as const

/** The specified perk of the product page. */
export const FREE_SHIPPING_PERK = 'Free Shipping on orders over ₹999'

/** Shown beside 'Shipping: Free', because the perk says nothing of smaller orders. */
export const SHIPPING_NOTE = 'Shipping is free on every order now, also below ₹999.'
