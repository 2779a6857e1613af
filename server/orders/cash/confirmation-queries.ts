import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { CASH_CONFIRMATION_HOURS } from '#contract/orders/cash-limits.ts'

/** Until when an order for cash has to be confirmed. `insertCashOrder()` writes it, by the database's clock. */
export const CONFIRM_UNTIL = sql`now() + make_interval(hours => ${CASH_CONFIRMATION_HOURS})`

/** Notes that an order for cash is confirmed, with its row in the audit log. Lock the order's checkout first. */
export async function setConfirmed(db: Db, orderId: string, actorId: string): Promise<void> {
  await sql`
    with confirmed as (
      update cash_payments set confirm_until = null, confirmed_at = clock_timestamp()
      where order_id = ${orderId} and confirm_until is not null returning order_id
    )
    insert into audit_log (actor_id, action, subject_type, subject_id)
    select ${actorId}, 'cash.confirmed', 'order', order_id from confirmed`.execute(db)
}

/** Queues the mail with a code that confirms an order, for whoever asked for it. */
export async function insertCodeMail(
  db: Db,
  { key, userId, ...payload }: { key: string; userId: string; orderId: string; asker: string },
): Promise<void> {
  const mail = { name: 'cash-order-code' as const, key, userId, payload: JSON.stringify(payload) }
  await db.insertInto('mails').values(mail).execute()
}

const IS_OVER = sql`confirm_until <= now() and cash_payments.status = 'cash due'`

/** Orders whose time to be confirmed is over, by the database's clock. */
export async function listUnconfirmed(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from cash_payments where ${IS_OVER} order by confirm_until, order_id limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** Whether the time of this order is over and nobody has confirmed it. */
export async function isConfirmationOver(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from cash_payments where order_id = ${orderId} and ${IS_OVER}`.execute(db)
  return rows.length > 0
}
