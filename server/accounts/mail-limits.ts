/** Mails within 24 hours to an address that nobody has confirmed, besides those of the budgets below. */
export const UNCONFIRMED_MAILS_PER_DAY = 1
/** Mails within 24 hours to an unconfirmed address about orders that were paid for, the first included. */
export const PAID_MAILS_PER_DAY = 30
/** Mails within 24 hours to a confirmed address. */
export const CONFIRMED_MAILS_PER_DAY = 30
/**
 * An answer that somebody of the shop wrote goes out if its receiver had fewer mails about messages within 24 hours.
 */
export const ANSWERED_MAILS_PER_DAY = 30
/** Mails that tell an owner of a change of the account, beyond the limit: others must not be able to use them up. */
export const RESERVED_MAILS_PER_DAY = 5
/** Mails of a kind an hour that one network has sent to addresses that may be strangers'. */
export const STRANGER_MAILS_PER_HOUR = 20
/**
 * Mails with a link for a new password, and as many with a code, that one network can have sent to an address within an
 * hour.
 */
export const RECOVERY_MAILS_PER_HOUR = 3
/** Of each within 24 hours, from all networks. Beyond that the newest link that was sent works again. */
export const RECOVERY_MAILS_PER_DAY = { confirmed: 20, unconfirmed: 8 }
/** Links within 24 hours to an address that one account asks for. */
export const NEW_ADDRESS_MAILS_PER_DAY = 1
/** Of all accounts that ask for one address; an account with a confirmed address gets its link beyond that. */
export const UNCONFIRMED_NEW_ADDRESS_MAILS_PER_DAY = 8
/** New addresses that an account may name within a day: each of them may be a stranger's. */
export const NEW_ADDRESSES_PER_DAY = 5
