/** How many addresses the checkout offers, unless a customer keeps more. */
export const MAX_OFFERED_ADDRESSES = 6
/** How many addresses a customer may keep. */
export const MAX_SAVED_ADDRESSES = 20
