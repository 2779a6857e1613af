/** The most passkeys of one account. */
export const MAX_PASSKEYS = 20
