import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'

import type { User } from '#contract/accounts/accounts.ts'
import type { ProfileDetails } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Identity } from '#server/http/caller.ts'

import { emailKey as keyOf } from '#contract/schemas/basic-schemas.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { SESSION_LIMITS } from '#server/accounts/session-limits.ts'
import { recordChange } from '#server/audit/service.ts'
import { conflictIn, unauthenticated } from '#server/errors.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'

type Audience = Tables['sessions']['audience']

const COLUMNS = ['id', 'role', 'firstname', 'lastname', 'email', 'phone', 'createdAt'] as const

type UserRow = Pick<Selectable<Tables['users']>, (typeof COLUMNS)[number]>

const userOf = ({ id, firstname, lastname, email, phone, role, createdAt }: UserRow): User => ({
  _id: id,
  firstname,
  lastname,
  name: `${firstname} ${lastname}`.trim(),
  email,
  phone,
  role,
  createdAt: createdAt.toISOString(),
})

type NewUser = Omit<Insertable<Tables['users']>, 'createdAt' | 'emailConfirmedAt'> & {
  emailConfirmedAt?: RawBuilder<Date> | null
}

export const emailTaken = () => conflictIn('email', 'An account with this e-mail exists already.')

/** Throws `conflict` when the e-mail has an account already. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  try {
    return userOf(await db.insertInto('users').values(user).returning(COLUMNS).executeTakeFirstOrThrow())
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    throw emailTaken()
  }
}

/**
 * Makes the user an active owner with this password, and records it. An account with the same e-mail keeps its id,
 * names and phone. Call it inside a transaction.
 */
export async function upsertAdmin(db: Db, user: NewUser): Promise<User> {
  const row = await db
    .insertInto('users')
    .values({ ...user, role: 'admin', staffRole: 'owner' })
    .onConflict((taken) =>
      taken.column('emailKey').doUpdateSet({
        role: 'admin',
        staffRole: 'owner',
        deactivatedAt: null,
        passwordHash: user.passwordHash,
      }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  const { email, role } = row
  await recordChange(db, null, 'make administrator', ['user', row.id], { after: { email, role } })
  return userOf(row)
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && userOf(row)
}

/** The user of a session. Throws `unauthenticated` if the account was deleted since. */
export async function getUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw unauthenticated()
  return user
}

/** Saves name and phone. Throws `unauthenticated` if the account was deleted. Call it inside a transaction. */
export async function updateDetails(db: Db, userId: string, details: ProfileDetails): Promise<User> {
  const row = await db.updateTable('users').set(details).where('id', '=', userId).returning(COLUMNS).executeTakeFirst()
  if (!row) throw unauthenticated()
  const user = userOf(row)
  await recordStaffChange(db, userId, { actorId: userId, action: 'change details', after: { name: user.name } })
  return user
}

/** The account with this e-mail address, compared without case, and whether its address is confirmed. */
export async function findAccount(db: Db, email: string): Promise<{ id: string; isConfirmed: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'emailConfirmedAt'])
    .where('emailKey', '=', keyOf(email))
    .executeTakeFirst()
  return row && { id: row.id, isConfirmed: row.emailConfirmedAt !== null }
}

export interface Login {
  user: User
  passwordHash: string
  /** True for somebody of the staff who may not come in any more. */
  isDeactivated: boolean
}

export async function findLogin(db: Db, emailKey: string): Promise<Login | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...COLUMNS, 'passwordHash', 'deactivatedAt'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  return row && { user: userOf(row), passwordHash: row.passwordHash, isDeactivated: row.deactivatedAt !== null }
}

/**
 * Whether the account still has this address and this password; it stays so until the transaction ends. A call that
 * sets another password at the same time waits, and then ends the sessions that this transaction opened.
 */
export async function lockLogin(
  db: Db,
  { userId, emailKey, passwordHash }: { userId: string; emailKey: string; passwordHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('emailKey', '=', emailKey)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Keeps everybody else from opening a session of the account until the transaction ends. Returns the hash of its
 * password.
 */
export async function lockAccount(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.passwordHash
}

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

/** Keeps an account that was to be erased, and ends the link that does so. Returns whether it was. */
export async function deleteErasure(db: Db, userId: string): Promise<boolean> {
  // The erasure first: whoever erases the account at this moment has locked it, and deletes the link.
  const { rows } = await sql`
    with kept as (delete from account_erasures where user_id = ${userId} returning user_id),
      ended as (
        delete from account_links using kept where account_links.user_id = kept.user_id and purpose = 'keep account'
      )
    select from kept`.execute(db)
  return rows.length > 0
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
