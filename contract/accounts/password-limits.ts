export const MIN_PASSWORD_CHARACTERS = 8

/**
 * For so many minutes after a sign-in or a confirmed password, the most dangerous calls do not ask for the password
 * again.
 */
export const RECENT_PASSWORD_MINUTES = 15
