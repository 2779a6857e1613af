export const MIN_PASSWORD_CHARACTERS = 8

/**
 * For so many minutes after a sign-in or a confirmed password, the most dangerous calls do not ask for the password
 * again.
 */
export const RECENT_PASSWORD_MINUTES = 15

/** How many recovery codes come with a code app. */
export const RECOVERY_CODES = 10
/** Letters and digits of a recovery code, each of almost 5 bits: together 128. */
export const RECOVERY_CODE_LENGTH = 26
/** Codes that were made in earlier versions were shorter; they let in until they are renewed. */
export const FORMER_RECOVERY_CODE_LENGTH = 12
