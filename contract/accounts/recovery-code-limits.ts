/** How many recovery codes come with a code app. */
export const RECOVERY_CODES = 10
/** Letters and digits of a recovery code, each of almost 5 bits: together 128. */
export const RECOVERY_CODE_LENGTH = 26
/** Codes that were made in earlier versions were shorter; they let in until they are renewed. */
export const FORMER_RECOVERY_CODE_LENGTH = 12
