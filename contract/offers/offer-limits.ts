/** The longest code of an offer. */
export const MAX_CODE_LENGTH = 20

/** The longest name of an offer without a code. */
export const MAX_OFFER_NAME_LENGTH = 60

/** The most that a percentage may take off. */
export const MAX_OFFER_PERCENT = 100

/** The most pieces that an offer may ask for, and the most uses that it may be limited to. */
export const MAX_OFFER_QUANTITY = 300
export const MAX_OFFER_USES = 10_000_000

/** The newest carts that the form of an offer tries it on. */
export const PREVIEWED_CARTS = 10
