import { sql, type Insertable } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Identity } from '#server/http/caller.ts'

import { SESSION_LIMITS } from '#server/accounts/sessions/session-limits.ts'

type Audience = Tables['sessions']['audience']

type NewSession = Omit<Insertable<Tables['sessions']>, 'expiresAt'> & { lastsSeconds: number }

/** Returns when the session ends at the latest. */
export async function insertSession(db: Db, { lastsSeconds, ...session }: NewSession): Promise<Date> {
  const { expiresAt } = await db
    .insertInto('sessions')
    .values({ ...session, expiresAt: sql<Date>`now() + make_interval(secs => ${lastsSeconds})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** Whether the session is there: it may have been ended since its call was let in. */
export async function hasSession(db: Db, audience: Audience, idHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`select from sessions where id_hash = ${idHash} and audience = ${audience}`.execute(db)
  return rows.length > 0
}

export async function deleteSession(db: Db, audience: Audience, idHash: Uint8Array): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', idHash).where('audience', '=', audience).execute()
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
}

/** Deletes the sessions that have ended or have been idle for too long. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  for (const audience of ['customer', 'admin'] as const) {
    await sql`
      delete from sessions
      where audience = ${audience} and (
        expires_at <= now() or seen_at <= now() - make_interval(secs => ${SESSION_LIMITS[audience].idleSeconds})
      )`.execute(db)
  }
}

/**
 * Where and when the customer signed in, made the last call, and is signed out at the latest; the newest session first.
 */
export async function listSessionTimes(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'seenAt', 'expiresAt', 'device', 'network'])
    .where('userId', '=', userId)
    .where('audience', '=', 'customer')
    .orderBy('createdAt', 'desc')
    .orderBy('idHash')
    .limit(1000)
    .execute()
}

interface LiveSession extends Identity {
  /** True if the last call is so long ago that its time must be written again. */
  isUnseen: boolean
}

/**
 * The users of the sessions that have neither ended nor been idle for too long, by the session's hash in hexadecimal.
 * Almost every request calls this.
 */
export async function findLiveSessions(
  db: Db,
  audience: Audience,
  idHashes: readonly string[],
  { idleSeconds, unseenSeconds, recentSeconds }: { idleSeconds: number; unseenSeconds: number; recentSeconds: number },
): Promise<Map<string, LiveSession>> {
  const isActive = audience === 'customer' ? sql`true` : sql`users.deactivated_at is null`
  // There is at most one user for each. The limit makes each an index look-up; a plain join would scan the tables.
  const { rows } = await sql<LiveSession & { idHash: string }>`
    select asked.id_hash, live.id, live.role, live.staff_role, live.has_recent_password,
      live.has_two_factors, live.is_unseen
    from jsonb_array_elements_text(${JSON.stringify(idHashes)}::jsonb) as asked (id_hash)
    cross join lateral (
      select users.id, users.role, users.staff_role, sessions.has_two_factors,
        sessions.proved_at > now() - make_interval(secs => ${recentSeconds}) as has_recent_password,
        sessions.seen_at < now() - make_interval(secs => ${unseenSeconds}) as is_unseen
      from sessions join users on users.id = sessions.user_id
      where sessions.id_hash = decode(asked.id_hash, 'hex')
        and sessions.audience = ${audience} and sessions.expires_at > now()
        and ${isActive}
        and sessions.seen_at > now() - make_interval(secs => ${idleSeconds})
      limit 1
    ) live`.execute(db)
  return new Map(rows.map(({ idHash, ...session }) => [idHash, { ...session, rights: session.staffRole }]))
}

export async function touchSession(db: Db, idHash: Uint8Array): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seenAt: sql<Date>`now()` })
    .where('idHash', '=', idHash)
    .execute()
}

export async function setRecentPassword(db: Db, idHash: Uint8Array): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ provedAt: sql<Date>`now()` })
    .where('idHash', '=', idHash)
    .execute()
}
