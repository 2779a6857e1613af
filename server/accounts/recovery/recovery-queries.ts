import { sql } from 'kysely'

import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { upsertLink } from '#server/accounts/link-queries.ts'

interface NewMail {
  key: string
  /** The address as it was asked for. Anybody may ask for any, so the row does not say whether it has an account. */
  emailKey: string
  askerHash: Uint8Array
  /** Where it was asked from. */
  networks: readonly Network[]
}

const hex = (hash: Uint8Array | null) => hash && Buffer.from(hash).toString('hex')

const valuesOf = ({ key, emailKey, askerHash, networks }: NewMail, isRenewal = false) => ({
  key,
  email: emailKey,
  payload: JSON.stringify({ asker: hex(askerHash), isRenewal, networks }),
})

export async function insertRecoveryMail(db: Db, kind: RecoveryKind, mail: NewMail): Promise<void> {
  const name = kind === 'code' ? 'sign-in-code' : 'new-password'
  await db
    .insertInto('mails')
    .values({ name, ...valuesOf(mail) })
    .execute()
}

/**
 * Queues the renewal of the links that were sent to this address, once however often its network asks for it until it
 * is dealt with.
 */
export async function upsertRenewal(db: Db, mail: NewMail): Promise<void> {
  const values = valuesOf(mail, true)
  await db
    .insertInto('mails')
    .values({ name: 'new-password', ...values })
    .onConflict((known) =>
      known.columns(['name', 'key']).doUpdateSet({
        at: sql<Date>`case when mails.due_at is null then now() else mails.at end`,
        dueAt: sql<Date>`coalesce(mails.due_at, now())`,
        outcome: null,
        payload: values.payload,
      }),
    )
    .execute()
}

/** What the mail that was asked for brings, and who asked: null for what works everywhere. */
export interface Recovery {
  purpose: 'new password' | 'sign-in code'
  key: string
  userId: string
  emailKey: string
  tokenHash: Uint8Array
  askerHash: Uint8Array | null
  minutes: number
}

/**
 * Replaces what the same browser or network has asked for earlier, for this account and purpose. Call it inside a
 * transaction.
 */
export async function replaceRecovery(db: Db, { askerHash, ...link }: Recovery): Promise<void> {
  const asker = hex(askerHash)
  await sql`
    delete from account_links
    where user_id = ${link.userId} and purpose = ${link.purpose} and payload ->> 'asker' is not distinct from ${asker}`.execute(
    db,
  )
  await upsertLink(db, { ...link, payload: { asker } })
}

/**
 * Lets the newest link that was sent to the account's address within the last hour, and was not used, work for so long
 * from now on, and no longer than that hour. Returns whether there was one. That of an earlier try of this mail does
 * not count: it may never have arrived.
 */
export async function renewNewestLink(db: Db, userId: string, mailId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update account_links
    set expires_at = least(now() + make_interval(mins => ${minutes}), created_at + interval '1 hour')
    where purpose = 'new password' and key = (
      select link.key from account_links link join users on users.id = link.user_id and users.email_key = link.email_key
      where link.user_id = ${userId} and link.purpose = 'new password' and link.created_at > now() - interval '1 hour'
        and not exists (
          select from mails tried
          where tried.name = 'new-password' and tried.key = ${mailId} and tried.key = link.key
            and tried.at <= link.created_at
        )
      order by link.created_at desc limit 1
    )
    returning key`.execute(db)
  return rows.length > 0
}

/**
 * Counts a try of the code that this browser has asked for to this address, and returns its account; undefined without
 * such a code, or once it was tried `limit` times. Tries of other browsers do not count: nobody else ends the code of
 * its owner.
 */
export async function countCodeTry(db: Db, emailKey: string, askerHash: Uint8Array, limit: number) {
  const { rows } = await sql<{ userId: string; tokenHash: Uint8Array }>`
    update account_links link set failures = failures + 1
    from users
    where users.id = link.user_id and users.email_key = link.email_key and users.email_key = ${emailKey}
      and link.purpose = 'sign-in code' and link.expires_at > now() and link.failures < ${limit}
      and (link.payload ->> 'asker' = ${hex(askerHash)} or link.payload ->> 'asker' is null)
    returning link.user_id, link.token_hash`.execute(db)
  return rows[0]
}

/**
 * Confirms a customer's address and replaces the password, which may be a stranger's. Returns false if the address was
 * confirmed before, and for an account of the staff, whose password the shop's own sign-in never replaces.
 */
export async function confirmOwner(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ emailConfirmedAt: sql<Date>`now()`, passwordHash })
    .where('id', '=', userId)
    .where('role', '=', 'customer')
    .where('emailConfirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
