/** Between two attempts to send a mail: as long as it has waited already, within these limits. */
export const SHORTEST_PAUSE_SECONDS = 15
export const LONGEST_PAUSE_SECONDS = 3600

/** A mail that still cannot be sent after this long has failed. */
export const GIVE_UP_SECONDS = 24 * 3600
