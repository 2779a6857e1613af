import { sql, type Insertable } from 'kysely'

import type { User } from '#contract/accounts/accounts.ts'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'

import { findUser } from '#server/accounts/queries.ts'
import { queueSecurityMail } from '#server/accounts/security-mail-queries.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { conflict } from '#server/errors.ts'

/** Whose passkeys: those of one account for one kind of session. */
export interface Owner {
  userId: string
  audience: SessionAudience
}

/** The account is the one that a new passkey is for; null for a sign-in. */
type NewChallenge = Omit<Tables['passkeyChallenges'], 'expiresAt'>

export async function insertChallenge(db: Db, challenge: NewChallenge, lastsSeconds: number): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lastsSeconds})`
  await db
    .insertInto('passkeyChallenges')
    .values({ ...challenge, expiresAt })
    .execute()
}

/** Whether exactly this challenge was still there: of several callers one gets true. */
export async function deleteChallenge(db: Db, { challenge, browserHash, audience, userId }: NewChallenge) {
  const deleted = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('browserHash', '=', browserHash)
    .where('audience', '=', audience)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The oldest first. */
export async function listPasskeys(db: Db, { userId, audience }: Owner): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt && lastUsedAt.toISOString(),
  }))
}

export async function listCredentials(db: Db, { userId, audience }: Owner) {
  return db
    .selectFrom('passkeys')
    .select(['credentialId as id', 'transports'])
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .execute()
}

interface StoredPasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  user: User
  /** True for somebody of the staff who may not come in any more. */
  isDeactivated: boolean
}

/** The passkey with this credential, if it opens sessions of this audience, and its account. */
export async function findPasskey(
  db: Db,
  audience: SessionAudience,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'userId', 'publicKey', 'counter', 'deactivatedAt'])
    .where('credentialId', '=', credentialId)
    .where('audience', '=', audience)
    .executeTakeFirst()
  const user = row && (await findUser(db, row.userId))
  if (!row || !user) return undefined
  return { id: row.id, publicKey: row.publicKey, counter: row.counter, user, isDeactivated: row.deactivatedAt !== null }
}

/** Notes a sign-in. False if the passkey was removed meanwhile, or if another sign-in has counted as far. */
export async function updateUsed(db: Db, id: string, counter: number): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Makes further passkeys of this account wait until this transaction ends, and counts those that it has. */
export async function countPasskeysLocked(db: Db, { userId, audience }: Owner): Promise<number> {
  await sql`select id from users where id = ${userId} for no key update`.execute(db)
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .executeTakeFirstOrThrow()
  return count
}

/** Throws `conflict` when the device has given the same passkey before. Call it inside a transaction. */
export async function insertPasskey(db: Db, passkey: Insertable<Tables['passkeys']>): Promise<void> {
  try {
    await db.insertInto('passkeys').values(passkey).execute()
  } catch (error) {
    if (!isUniqueViolation(error, 'passkeys_credential_id')) throw error
    throw conflict('This passkey is here already.')
  }
  const { userId: actorId, name } = passkey
  await recordStaffChange(db, actorId, { actorId, action: 'add passkey', after: { passkey: name } })
  await queueSecurityMail(db, actorId, 'passkey-added')
}

/** Whether the account has this passkey. Call it inside a transaction. */
export async function renamePasskey(db: Db, id: string, { userId, audience }: Owner, name: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    update passkeys set name = ${name}
    from passkeys before
    where passkeys.id = ${id} and passkeys.user_id = ${userId} and passkeys.audience = ${audience} and before.id = passkeys.id
    returning before.name`.execute(db)
  const [before] = rows
  if (!before) return false
  const values = { before: { passkey: before.name }, after: { passkey: name } }
  await recordStaffChange(db, userId, { actorId: userId, action: 'rename passkey', ...values })
  return true
}

/** Whether the account had this passkey. Call it inside a transaction. */
export async function deletePasskey(db: Db, id: string, { userId, audience }: Owner): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .returning('name')
    .executeTakeFirst()
  if (!deleted) return false
  await recordStaffChange(db, userId, {
    actorId: userId,
    action: 'remove passkey',
    before: { passkey: deleted.name },
  })
  return true
}

/** Deletes all passkeys of the account, of both kinds. Call it inside a transaction. */
export async function deletePasskeysOf(db: Db, userId: string, actorId: string | null): Promise<void> {
  const deleted = await db.deleteFrom('passkeys').where('userId', '=', userId).returning('name').execute()
  if (deleted.length === 0) return
  const passkeys = deleted.map(({ name }) => name).toSorted()
  await recordStaffChange(db, userId, { actorId, action: 'remove passkeys', before: { passkeys } })
}
