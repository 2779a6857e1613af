export const MAX_CONTACT_DIGITS = 10
