export const MIN_PASSWORD_CHARACTERS = 8

/** So long after a sign-in or a password, the calls that could do most harm do not ask for the password again. */
export const RECENT_PASSWORD_MINUTES = 15
