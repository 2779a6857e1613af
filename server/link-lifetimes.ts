/** How long a link works that confirms an address. */
export const CONFIRMATION_DAYS = 7
/** How long the link to a new address works. An unconfirmed address gets no second mail within this time (`mail-limits.ts`). */
export const EMAIL_CHANGE_HOURS = 24
/** How long a link for a new password and a code to sign in with work, from when the mail is sent. */
export const RECOVERY_MINUTES = 15
/** How long an invitation to the staff works. */
export const INVITATION_DAYS = 7
/** How long a link works that shows an order to somebody who is signed out. */
export const ORDER_LINK_DAYS = 30
