import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { isOpenStatus, ORDER_STATUSES } from '#contract/states/order-states.ts'
import { hashOfNothing } from '#server/accounts/passwords/passwords.ts'

/**
 * Asks for the account to be erased in `days` and queues the mail that says so; replaces an earlier request. Returns
 * when it will be erased. Call it inside a transaction.
 */
export async function upsertErasure(db: Db, userId: string, mailKey: string, days: number): Promise<Date> {
  const anew = {
    askedAt: sql<Date>`now()`,
    erasesAt: sql<Date>`now() + make_interval(days => ${days})`,
  }
  await db.deleteFrom('mails').where('userId', '=', userId).where('name', '=', 'account-erasure').execute()
  await db.deleteFrom('accountLinks').where('userId', '=', userId).where('purpose', '=', 'keep account').execute()
  await db.insertInto('mails').values({ name: 'account-erasure', key: mailKey, userId }).execute()
  const { erasesAt } = await db
    .insertInto('accountErasures')
    .values({ userId, ...anew })
    .onConflict((known) => known.column('userId').doUpdateSet(anew))
    .returning('erasesAt')
    .executeTakeFirstOrThrow()
  return erasesAt
}

/** When the account will be erased; undefined if it is not to be any more. */
export async function findErasure(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db.selectFrom('accountErasures').select('erasesAt').where('userId', '=', userId).executeTakeFirst()
  return row?.erasesAt
}

export interface Erased {
  userId: string
  emailKey: string
  /** Whether the customer has confirmed the address. */
  isConfirmed: boolean
}

const OPEN = sql.join(ORDER_STATUSES.filter(isOpenStatus).map((status) => sql.lit(status)))

/**
 * An account whose seven days are over, and that has no order before its delivery, no open payment, refund or dispute,
 * no return whose money is still to go where its customer said, and none that a courier is to fetch there or has not
 * brought yet.
 */
const IS_DUE = sql`
  erasure.erases_at <= now() and users.role = 'customer'
  and not exists (select from orders where orders.user_id = users.id and orders.status in (${OPEN}))
  and not exists (
    select from returns join orders on orders.id = returns.order_id
    where orders.user_id = users.id and returns.refund_to is not null
  )
  and not exists (
    select from returns join orders on orders.id = returns.order_id join parcels on parcels.return_id = returns.id
    where orders.user_id = users.id and returns.status in ('approved', 'on its way') and parcels.state in ('asked', 'booked')
  )
  and not exists (
    select from checkouts
    where checkouts.user_id = users.id
      and (checkouts.status = 'open' or (checkouts.status = 'released' and checkouts.next_check_at is not null))
  )
  and not exists (
    select from payments
    join checkouts on checkouts.id = payments.checkout_id
    left join refunds on refunds.payment_id = payments.id
    left join disputes on disputes.payment_id = payments.id
    where checkouts.user_id = users.id
      and (refunds.status in ('pending', 'sent') or (disputes.id is not null and disputes.decided_at is null))
  )`

/** The accounts to erase now, the longest due first. */
export async function listDueErasures(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select erasure.user_id from account_erasures erasure join users on users.id = erasure.user_id
    where ${IS_DUE} order by erasure.erases_at, erasure.user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Locks an account that is still to be erased now. Of several processes one gets it. */
export async function lockDueErasure(db: Db, userId: string): Promise<Erased | undefined> {
  const { rows } = await sql<Erased>`
    select erasure.user_id, users.email_key, users.email_confirmed_at is not null as is_confirmed
    from account_erasures erasure join users on users.id = erasure.user_id
    where erasure.user_id = ${userId} and ${IS_DUE}
    for update of erasure, users skip locked`.execute(db)
  return rows[0]
}

/**
 * The anonymous account that replaces an erased one, under a new id. It has no address, and no one can sign in to it.
 */
export async function insertAnonymousAccount(db: Db, id: string): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id,
      firstname: 'A customer',
      lastname: '',
      email: '',
      emailKey: `erased ${id}`,
      phone: '',
      passwordHash: hashOfNothing(),
    })
    .execute()
}

/** Deletes the account, and with it what belongs to it alone: sessions, cart, wishlist, addresses, requests, links. */
export async function deleteAccount(db: Db, { userId, emailKey }: Erased): Promise<void> {
  // Such a mail names the address alone.
  await db
    .deleteFrom('mails')
    .where('name', 'in', ['new-password', 'sign-in-code'])
    .where('email', '=', emailKey)
    .execute()
  await db.deleteFrom('users').where('id', '=', userId).execute()
}
