import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { MailBudget } from '#server/db/mail-tables.ts'

export interface RegisteredAddress {
  email: string
  emailKey: string
  isConfirmed: boolean
}

/** The address of an account as it is now. */
export async function findAddress(db: Db, userId: string): Promise<RegisteredAddress | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'emailKey', 'emailConfirmedAt'])
    .where('id', '=', userId)
    // The account that stands in for an erased one has none.
    .where('email', '<>', '')
    .executeTakeFirst()
  return row && { email: row.email, emailKey: row.emailKey, isConfirmed: row.emailConfirmedAt !== null }
}

/**
 * Whether somebody has confirmed the address of the account, and its role; nobody else changes them until the
 * transaction ends.
 */
export async function lockConfirmation(
  db: Db,
  userId: string,
): Promise<{ role: string; isConfirmed: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['role', 'emailConfirmedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row && { role: row.role, isConfirmed: row.emailConfirmedAt !== null }
}

/** Confirms the address that the account has now. */
export async function confirmAddressOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ emailConfirmedAt: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}

interface CountedMail {
  mailboxHash: Uint8Array
  mailId: string
  budget: MailBudget
  /** The account that asks for the mailbox as its new address; null for every other mail. */
  askedBy: string | null
}

/**
 * The other mails of this budget to this mailbox within the last day, how many of them the same account asked for, and
 * the seconds until the newest of them is a day old.
 */
export async function countOtherMails(db: Db, { mailboxHash, mailId, budget, askedBy }: CountedMail) {
  const { rows } = await sql<{ count: number; own: number; secondsLeft: number }>`
    select count(*)::integer as count, (count(*) filter (where asked_by = ${askedBy}))::integer as own,
      coalesce(ceil(extract(epoch from max(at) + interval '1 day' - now())), 0)::integer as seconds_left
    from recent_mails
    where mailbox_hash = ${mailboxHash} and mail_id <> ${mailId} and budget = ${budget}
      and at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { count: 0, own: 0, secondsLeft: 0 }
}

/** Counts a mail to a mailbox. A retry counts once, from its last attempt. */
export async function upsertRecentMail(db: Db, mail: CountedMail): Promise<void> {
  await db
    .insertInto('recentMails')
    .values(mail)
    .onConflict((known) => known.columns(['mailboxHash', 'mailId']).doUpdateSet({ at: sql<Date>`now()` }))
    .execute()
}

/** Queues the mail with the link, in place of an earlier one. Call it inside a transaction. */
export async function replaceConfirmationMail(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom('mails').where('userId', '=', userId).where('name', '=', 'confirm-address').execute()
  await db.insertInto('mails').values({ name: 'confirm-address', key, userId }).execute()
}
