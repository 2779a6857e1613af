import { sql } from 'kysely'

import type { SignIn } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'

import { hashOf } from '#server/accounts/link-tokens.ts'
import { SESSION_LIMITS } from '#server/accounts/sessions/session-limits.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { recordChange } from '#server/audit/service.ts'
import { notFound } from '#server/errors.ts'

/** Far more than anybody has who is not testing the shop. */
const MAX_LISTED = 100

/** The public id of a session: the hash of the stored hash of its token. */
const PUBLIC_ID = sql<string>`left(encode(sha256(sessions.id_hash), 'hex'), 32)`

/** Whose sessions: those of one account of one kind. */
interface Owner {
  userId: string
  audience: SessionAudience
}

/** The sessions that have neither ended nor been idle for too long, the latest used first. `token` is the caller's. */
export async function listOwnSessions(db: Db, { userId, audience }: Owner, token = ''): Promise<SignIn[]> {
  const currentHash = hashOf(token)
  const rows = await db
    .selectFrom('sessions')
    .select([PUBLIC_ID.as('id'), 'idHash', 'device', 'network', 'createdAt', 'seenAt'])
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('seenAt', '>', sql<Date>`now() - make_interval(secs => ${SESSION_LIMITS[audience].idleSeconds})`)
    .orderBy('seenAt', 'desc')
    .orderBy('idHash')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ id, idHash, device, network, createdAt, seenAt }) => ({
    _id: id,
    device,
    network,
    signedInAt: createdAt.toISOString(),
    lastUsedAt: seenAt.toISOString(),
    isCurrent: Buffer.compare(idHash, currentHash) === 0,
  }))
}

/** Ends one session of the account. Throws `not_found`, also for somebody else's. */
export async function deleteOwnSession(db: Db, { userId, audience }: Owner, sessionId: string): Promise<void> {
  const row = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .where(PUBLIC_ID, '=', sessionId)
    .returning('userId')
    .executeTakeFirst()
  if (!row) throw notFound('Session')
}

/** Ends all sessions of the account of this kind but the caller's. May be repeated. */
export async function deleteOtherSessions(db: Db, { userId, audience }: Owner, token = ''): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .where('idHash', '!=', hashOf(token))
    .execute()
}

/** Ends every session of a member of the staff, of both kinds, and records who did it. Call it inside a transaction. */
export async function deleteMemberSessions(db: Db, userId: string, actorId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
  await recordStaffChange(db, userId, { actorId, action: 'end sessions' })
}

/**
 * Ends every session of a customer, and records who did it. The audit log never changes, so it gets nothing that an
 * erased account must leave behind. Call it inside a transaction.
 */
export async function deleteCustomerSessions(db: Db, userId: string, actorId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
  await recordChange(db, actorId, 'end sessions', ['user', userId])
}
