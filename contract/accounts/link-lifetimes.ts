/** How long a link works that confirms an address. */
export const CONFIRMATION_DAYS = 7
/**
 * How long the link to a new address works. An unconfirmed address gets no second mail within this time
 * (`mail-limits.ts`).
 */
export const EMAIL_CHANGE_HOURS = 24
/**
 * How long a link for a new password works, and a code to sign in with, from when the mail is sent (OWASP ASVS 5.0,
 * 6.5.5).
 */
export const RECOVERY_MINUTES = { password: 15, code: 10 }
/** How long a code works that confirms an order for cash, from when the mail is sent. */
export const CASH_CODE_MINUTES = 10
/** How long an invitation to the staff works. */
export const INVITATION_DAYS = 7
/** How long a link works that shows an order to somebody who is signed out. */
export const ORDER_LINK_DAYS = 30
/** How long customers may change their mind before their account is erased; the link that keeps it works as long. */
export const ERASURE_DAYS = 7
