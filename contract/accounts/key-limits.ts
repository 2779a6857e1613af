export const KEY_LIMITS = {
  name: 60,
  /** A key ends after so many days at the latest. */
  days: 366,
  /** Keys that have neither ended nor expired. */
  live: 50,
  callsPerMinute: 600,
} as const

/** What every key begins with, so that programs that look for lost secrets find it. */
export const KEY_PREFIX = 'selvedge_'
