import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { emailTaken } from '#server/accounts/queries.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'

export interface NewAddress {
  userId: string
  email: string
  emailKey: string
  /** Whether the passkeys of the account end with the change. */
  removesPasskeys: boolean
}

/**
 * Queues the mail with the link, in place of an earlier one. A link that was sent to the same address works until the new mail goes out.
 * Call it inside a transaction.
 */
export async function upsertEmailChange(
  db: Db,
  id: string,
  { userId, email, emailKey, removesPasskeys }: NewAddress,
): Promise<void> {
  const anew = {
    id,
    email,
    emailKey,
    removesPasskeys,
    askedAt: sql<Date>`now()`,
  }
  const kept = <Value>(column: 'token_hash' | 'expires_at') =>
    sql<Value>`case when email_changes.email_key = ${emailKey} then email_changes.${sql.ref(column)} end`
  await db
    .insertInto('emailChanges')
    .values({ ...anew, userId })
    .onConflict((known) =>
      known
        .column('userId')
        .doUpdateSet({ ...anew, tokenHash: kept<Uint8Array>('token_hash'), expiresAt: kept<Date>('expires_at') }),
    )
    .execute()
  await insertAddressMail(db, 'confirm-new-address', { id, userId, email, isConfirmed: false })
}

/** A mail to an address that the account does not have, or not any more. */
async function insertAddressMail(
  db: Db,
  name: 'confirm-new-address' | 'address-changed',
  { id, userId, email, isConfirmed }: { id: string; userId: string } & Pick<AddressBefore, 'email' | 'isConfirmed'>,
): Promise<void> {
  const payload = JSON.stringify({ isConfirmed })
  await db.insertInto('mails').values({ name, key: id, userId, email, payload }).execute()
}

/** Whether the account is still to get this address. The token works for some hours from now on. */
export async function setEmailChangeToken(db: Db, id: string, tokenHash: Uint8Array, hours: number): Promise<boolean> {
  const row = await db
    .updateTable('emailChanges')
    .set({ tokenHash, expiresAt: sql<Date>`now() + make_interval(hours => ${hours})` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The account that the link of this token is for, while it works. */
export async function findEmailChange(db: Db, tokenHash: Uint8Array): Promise<NewAddress | undefined> {
  return db
    .selectFrom('emailChanges')
    .select(['userId', 'email', 'emailKey', 'removesPasskeys'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses up the link of this token and returns its account and address. Of several callers one gets them. */
export async function takeEmailChange(db: Db, tokenHash: Uint8Array): Promise<NewAddress | undefined> {
  return db
    .deleteFrom('emailChanges')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['userId', 'email', 'emailKey', 'removesPasskeys'])
    .executeTakeFirst()
}

interface AddressBefore {
  email: string
  emailKey: string
  isConfirmed: boolean
}

/**
 * Gives the account another address and returns the one before; undefined if the account is gone. Throws `conflict` when the
 * address has an account already. Call it inside a transaction.
 */
export async function replaceEmail(
  db: Db,
  { userId, email, emailKey }: NewAddress,
  isConfirmed: boolean,
): Promise<AddressBefore | undefined> {
  try {
    const { rows } = await sql<AddressBefore>`
      update users
      set email = ${email}, email_key = ${emailKey}, email_confirmed_at = case when ${isConfirmed} then now() end
      from (
        select id, email, email_key, email_confirmed_at is not null as is_confirmed
        from users where id = ${userId} for update
      ) before
      where users.id = before.id
      returning before.email, before.email_key, before.is_confirmed`.execute(db)
    const [before] = rows
    if (!before) return undefined
    const values = { before: { email: before.email }, after: { email } }
    await recordStaffChange(db, userId, { actorId: userId, action: 'change e-mail', ...values })
    return before
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? emailTaken() : error
  }
}

/** Queues the mail that tells the old address of the change. */
export const queueOldAddressMail = (db: Db, before: Parameters<typeof insertAddressMail>[2]): Promise<void> =>
  insertAddressMail(db, 'address-changed', before)

/** The addresses that the account is to get, or had a while ago, the newest first. */
export async function listEmailChanges(db: Db, userId: string): Promise<{ email: string; at: Date; isOld: boolean }[]> {
  const { rows } = await sql<{ email: string; at: Date; isOld: boolean }>`
    select email, asked_at as at, false as is_old from email_changes where user_id = ${userId}
    union all
    select email, at, true from mails where user_id = ${userId} and name = 'address-changed'
    order by at desc limit 1000`.execute(db)
  return rows
}
