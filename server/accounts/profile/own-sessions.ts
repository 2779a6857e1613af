import type { SignIn } from '#contract/profile.ts'
import type { Db } from '#server/db/open.ts'

import { deleteOtherSessionsOf, deleteSessionOf, listSessionsOf } from '#server/accounts/profile/own-session-queries.ts'
import { SESSION_LIMITS } from '#server/accounts/session-limits.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { notFound } from '#server/errors.ts'

/** Far more than anybody has who is not testing the shop. */
const MAX_LISTED = 100

/** The customer's sessions, the latest used first. `token` is the caller's. */
export const listOwnSessions = (db: Db, userId: string, token = ''): Promise<SignIn[]> =>
  listSessionsOf(db, userId, {
    currentHash: hashOf(token),
    idleSeconds: SESSION_LIMITS.customer.idleSeconds,
    limit: MAX_LISTED,
  })

/** Ends one session of the customer. Throws `not_found`, also for somebody else's. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<void> {
  if (!(await deleteSessionOf(db, userId, sessionId))) throw notFound('Session')
}

/** Ends all sessions of the customer but the caller's. May be repeated. */
export const endOtherSessions = (db: Db, userId: string, token = ''): Promise<void> =>
  deleteOtherSessionsOf(db, userId, hashOf(token))
