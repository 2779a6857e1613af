/** The most passkeys of one account. */
export const MAX_PASSKEYS = 20
/** How long a challenge for a passkey works, and how long the browser's question for it stays open. */
export const CHALLENGE_SECONDS = 5 * 60
