/** Mails within 24 hours to an address that nobody has confirmed. */
export const UNCONFIRMED_MAILS_PER_DAY = 1
/** Mails within 24 hours to a confirmed address. */
export const CONFIRMED_MAILS_PER_DAY = 30
/** An answer that somebody of the shop wrote goes out if its receiver had fewer mails within 24 hours. */
export const ANSWERED_MAILS_PER_DAY = 30
/** How long a link works that confirms an address. */
export const CONFIRMATION_DAYS = 7
/** Mails an hour to addresses that were registered from one network. */
export const FIRST_MAILS_PER_HOUR = 20
