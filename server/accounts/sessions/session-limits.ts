import type { SessionAudience } from '#server/http/session-cookies.ts'

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#contract/units/time-units.ts'

/** A session ends `idleSeconds` after its last call, and at the latest `absoluteSeconds` after signing in. */
export const SESSION_LIMITS: Record<SessionAudience, { idleSeconds: number; absoluteSeconds: number }> = {
  customer: { idleSeconds: 14 * DAY_SECONDS, absoluteSeconds: 90 * DAY_SECONDS },
  admin: { idleSeconds: 30 * MINUTE_SECONDS, absoluteSeconds: 12 * HOUR_SECONDS },
}

/** The time of the last call is written at most this often, which is exact enough to end idle sessions. */
export const UNSEEN_SECONDS: Record<SessionAudience, number> = { customer: HOUR_SECONDS, admin: MINUTE_SECONDS }
