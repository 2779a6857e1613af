/** How long a toast stays, in milliseconds, as specified. */
export const SUCCESS_TOAST_MS = 2000
export const ERROR_TOAST_MS = 4000

/** How long the panel with the product just added stays, in milliseconds. */
export const CART_DRAWER_MS = 8000
