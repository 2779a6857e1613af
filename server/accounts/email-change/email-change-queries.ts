import { sql } from 'kysely'

import type { RequestedAddress } from '#server/db/account-tables.ts'
import type { Db } from '#server/db/database.ts'

import { EMAIL_CHANGE_HOURS } from '#contract/accounts/link-lifetimes.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'
import { emailTaken } from '#server/accounts/queries.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'

export interface NewAddress extends RequestedAddress {
  userId: string
}

/**
 * Queues the mail with the link, in place of an earlier one. A link that was sent to the same address works until the
 * new mail goes out. Call it inside a transaction.
 */
export async function upsertEmailChange(
  db: Db,
  id: string,
  { userId, email, emailKey, removesPasskeys }: NewAddress,
): Promise<void> {
  await sql`
    insert into account_links (purpose, key, user_id, payload, expires_at)
    values ('new address', ${id}, ${userId}, ${JSON.stringify({ email, emailKey, removesPasskeys })},
      now() + make_interval(hours => ${EMAIL_CHANGE_HOURS}))
    on conflict (user_id) where purpose = 'new address' do update set
      key = excluded.key, payload = excluded.payload, created_at = now(),
      token_hash = case when account_links.payload ->> 'emailKey' = ${emailKey} then account_links.token_hash end,
      expires_at = case when account_links.payload ->> 'emailKey' = ${emailKey} then account_links.expires_at
        else excluded.expires_at end`.execute(db)
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

interface AddressBefore {
  email: string
  emailKey: string
  isConfirmed: boolean
}

/**
 * Gives the account another address and returns the one before; undefined if the account is gone. Throws `conflict`
 * when the address has an account already. Call it inside a transaction.
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
    select payload ->> 'email' as email, created_at as at, false as is_old
    from account_links where user_id = ${userId} and purpose = 'new address'
    union all
    select email, at, true from mails where user_id = ${userId} and name = 'address-changed'
    order by at desc limit 1000`.execute(db)
  return rows
}
