/** The form of the product page that asks for the PIN code. */
export const PIN_FORM = 'pin-question'
