import { sql, type Insertable } from 'kysely'

import type { User } from '#contract/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { conflict } from '#server/errors.ts'
import { isUniqueViolation } from '#server/db/failures.ts'

type Audience = Tables['sessions']['audience']

const COLUMNS = ['id', 'role', 'firstname', 'lastname', 'email', 'phone', 'createdAt'] as const

interface UserRow {
  id: string
  role: string
  firstname: string
  lastname: string
  email: string
  phone: string
  createdAt: Date
}

const userOf = ({ id, createdAt, ...row }: UserRow): User => ({
  _id: id,
  firstname: row.firstname,
  lastname: row.lastname,
  name: `${row.firstname} ${row.lastname}`.trim(),
  email: row.email,
  phone: row.phone,
  role: row.role,
  createdAt: createdAt.toISOString(),
})

export type NewUser = Omit<Insertable<Tables['users']>, 'createdAt'>

/** Throws `conflict` when the e-mail has an account already. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  try {
    return userOf(await db.insertInto('users').values(user).returning(COLUMNS).executeTakeFirstOrThrow())
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    const message = 'An account with this e-mail exists already.'
    throw conflict(message, { email: message })
  }
}

/** Makes the user an administrator with this password; one with the same e-mail keeps id, names and phone. */
export async function upsertAdmin(db: Db, user: NewUser): Promise<User> {
  const row = await db
    .insertInto('users')
    .values({ ...user, role: 'admin' })
    .onConflict((taken) => taken.column('emailKey').doUpdateSet({ role: 'admin', passwordHash: user.passwordHash }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return userOf(row)
}

export async function hasAdmin(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Makes every other process that opens the same new database wait until this transaction ends. */
export async function lockFirstAdmin(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(db)
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && userOf(row)
}

export async function findLogin(db: Db, emailKey: string): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...COLUMNS, 'passwordHash'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  return row && { user: userOf(row), passwordHash: row.passwordHash }
}

/** Replaces the hash of the same password, unless the password was changed in the meantime. */
export async function replaceHash(db: Db, userId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .execute()
}

interface NewSession {
  idHash: Uint8Array
  userId: string
  audience: Audience
  lastsSeconds: number
}

/** Answers when the session ends at the latest. */
export async function insertSession(db: Db, { lastsSeconds, ...session }: NewSession): Promise<Date> {
  const { expiresAt } = await db
    .insertInto('sessions')
    .values({ ...session, expiresAt: sql<Date>`now() + make_interval(secs => ${lastsSeconds})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

export async function deleteSession(db: Db, audience: Audience, idHash: Uint8Array): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', idHash).where('audience', '=', audience).execute()
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
}

export interface LiveSession {
  id: string
  role: string
  /** Long enough ago that the time of the last call is written down again. */
  isUnseen: boolean
}

interface Idleness {
  idleSeconds: number
  unseenSeconds: number
}

/**
 * The users of those of these sessions that have neither ended nor been idle for too long, by the hexadecimal text of the
 * session's hash. Called with almost every request.
 */
export async function findLiveSessions(
  db: Db,
  audience: Audience,
  idHashes: readonly string[],
  { idleSeconds, unseenSeconds }: Idleness,
): Promise<Map<string, LiveSession>> {
  // There is at most one for each. The limit makes each a look-up of its own; joined, the tables would be read through.
  const { rows } = await sql<LiveSession & { idHash: string }>`
    select asked.id_hash, live.id, live.role, live.is_unseen
    from jsonb_array_elements_text(${JSON.stringify(idHashes)}::jsonb) as asked (id_hash)
    cross join lateral (
      select users.id, users.role, sessions.seen_at < now() - make_interval(secs => ${unseenSeconds}) as is_unseen
      from sessions join users on users.id = sessions.user_id
      where sessions.id_hash = decode(asked.id_hash, 'hex')
        and sessions.audience = ${audience} and sessions.expires_at > now()
        and sessions.seen_at > now() - make_interval(secs => ${idleSeconds})
      limit 1
    ) live`.execute(db)
  return new Map(rows.map(({ idHash, ...session }) => [idHash, session]))
}

/** Whether the session stands for an administrator; nothing is noted of the question. */
export async function hasLiveSession(
  db: Db,
  audience: Audience,
  idHash: string,
  idleSeconds: number,
): Promise<boolean> {
  const found = await findLiveSessions(db, audience, [idHash], { idleSeconds, unseenSeconds: idleSeconds })
  const session = found.get(idHash)
  return session !== undefined && (audience !== 'admin' || session.role === 'admin')
}

export async function touchSession(db: Db, idHash: Uint8Array): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seenAt: sql<Date>`now()` })
    .where('idHash', '=', idHash)
    .execute()
}

export async function deleteEndedSessions(db: Db, audience: Audience, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('audience', '=', audience)
    .where((eb) =>
      eb.or([
        eb('expiresAt', '<=', sql<Date>`now()`),
        eb('seenAt', '<=', sql<Date>`now() - make_interval(secs => ${idleSeconds})`),
      ]),
    )
    .execute()
}

export async function hasSignedInFrom(db: Db, emailKey: string, networkHash: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('signInNetworks')
    .innerJoin('users', 'users.id', 'signInNetworks.userId')
    .select('users.id')
    .where('users.emailKey', '=', emailKey)
    .where('signInNetworks.networkHash', '=', networkHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function keepNetwork(db: Db, userId: string, networkHash: Uint8Array): Promise<void> {
  await db
    .insertInto('signInNetworks')
    .values({ userId, networkHash })
    .onConflict((known) => known.columns(['userId', 'networkHash']).doUpdateSet({ lastAt: sql<Date>`now()` }))
    .execute()
}

export async function deleteOldNetworks(db: Db, keptSeconds: number): Promise<void> {
  await db
    .deleteFrom('signInNetworks')
    .where('lastAt', '<', sql<Date>`now() - make_interval(secs => ${keptSeconds})`)
    .execute()
}
