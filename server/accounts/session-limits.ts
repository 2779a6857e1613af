import type { SessionAudience } from '#server/http/session-cookies.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A session ends `idleSeconds` after its last call, and at the latest `absoluteSeconds` after signing in. */
export const SESSION_LIMITS: Record<SessionAudience, { idleSeconds: number; absoluteSeconds: number }> = {
  customer: { idleSeconds: 14 * DAY, absoluteSeconds: 90 * DAY },
  admin: { idleSeconds: 30 * MINUTE, absoluteSeconds: 12 * HOUR },
}

/** The time of the last call is written at most this often, which is exact enough to end idle sessions. */
export const UNSEEN_SECONDS: Record<SessionAudience, number> = { customer: HOUR, admin: MINUTE }
