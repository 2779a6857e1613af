/** How long a toast stays, in milliseconds, as specified. */
export const SUCCESS_TOAST_MS = 2000
export const ERROR_TOAST_MS = 4000
/** How long the removal of a line of the cart can be undone. */
export const UNDO_REMOVAL_MS = 2000
/** How long administrators can undo the deletion of products, or that a finding was dealt with. */
export const ADMIN_UNDO_MS = 8000

/** How long the panel with the product just added stays, in milliseconds. */
export const CART_DRAWER_MS = 8000
