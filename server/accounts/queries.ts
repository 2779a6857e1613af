import type { Insertable, RawBuilder, Selectable } from 'kysely'

import type { User } from '#contract/accounts/accounts.ts'
import type { ProfileDetails } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

import { emailKey as keyOf } from '#contract/schemas/basic-schemas.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { recordChange } from '#server/audit/service.ts'
import { conflictIn, unauthenticated } from '#server/errors.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'

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
