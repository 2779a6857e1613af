import { sql, type RawBuilder } from 'kysely'

import type { CashState } from '#contract/states/cash-states.ts'
import type { Db } from '#server/db/database.ts'

import { UNSENT_CASH_DAYS } from '#contract/orders/cash-limits.ts'
import { lockName } from '#server/db/lock-name.ts'

/**
 * Lets only one transaction at a time decide whether a customer's cart becomes an order without a payment, or was one.
 */
export const lockCashBuyer = (db: Db, userId: string): Promise<void> => lockName(db, 'orders for cash of', userId)

/**
 * How the customer has ordered all that a checkout holds without a payment since it was opened, for cash or by store
 * credit, in one order or in several that stand. Call `lockCashBuyer` first.
 */
export async function findOrderedOtherwise(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<'cash' | 'credit' | undefined> {
  const { rows } = await sql<{ how: 'cash' | 'credit' }>`
    with ordered as (
      select orders.id, credit_paise = total_paise as is_by_credit from orders
      where orders.user_id = ${userId} and orders.exchange_of is null and orders.status <> 'cancelled'
        and (orders.credit_paise = orders.total_paise or orders.id in (select order_id from cash_payments))
        and orders.created_at > (select created_at from checkouts where id = ${id})
    )
    select case when bool_and(is_by_credit) then 'credit' else 'cash' end as how from ordered
    having count(*) > 0 and not exists (
      select from checkout_lines held where checkout_id = ${id} and held.quantity > (
        select coalesce(sum(line.quantity), 0) from order_lines line join ordered on ordered.id = line.order_id
        where line.product_size_id = held.product_size_id
      )
    )`.execute(db)
  return rows[0]?.how
}

/**
 * Whether an order for cash (`orders`, `cash`) ended before it was sent and not by the shop: its customer cancelled it,
 * or nobody has confirmed it. `actor` has cancelled it.
 */
export const endedUnsent = (actor: RawBuilder<unknown>) => sql<boolean>`(
  orders.status = 'cancelled' and (${actor} = orders.user_id or ${actor} is null and cash.confirm_until is not null)
)`
/** An order that ended at this time does not count any more. */
export const UNSENT_SINCE = sql<Date>`now() - make_interval(days => ${sql.lit(UNSENT_CASH_DAYS)})`

const DATES: Partial<Record<CashState, RawBuilder<unknown>>> = {
  collected: sql`, collected_at = clock_timestamp()`,
  remitted: sql`, remitted_at = clock_timestamp()`,
}

/**
 * Moves the cash of an order to another state, with its row in the audit log. False if it is not in the state `from`.
 * Where the order was placed from is forgotten, unless it still counts. Lock the order's checkout first.
 */
export async function moveCash(
  db: Db,
  {
    orderId,
    from,
    to,
    actorId,
    reference,
    sheet,
  }: {
    orderId: string
    from: CashState
    to: CashState
    actorId: string | null
    /** Of the payment that brings it, where it is remitted. */
    reference?: string | undefined
    sheet?: string | undefined
  },
): Promise<boolean> {
  const source =
    to === 'remitted' ? sql`, remittance_reference = ${reference || null}, remittance_sheet = ${sheet ?? null}` : sql``
  const network =
    to === 'nothing due'
      ? sql`(select cash.network from orders where orders.id = cash.order_id and ${endedUnsent(sql`${actorId}::text`)})`
      : sql`null`
  const { rows } = await sql`
    with moved as (
      update cash_payments cash set status = ${to}, network = ${network}${DATES[to] ?? sql``}${source}
      where order_id = ${orderId} and status = ${from}
      returning order_id, amount_paise
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after)
    select ${actorId}::text, ${`cash.${to}`}, 'order', order_id, jsonb_build_object('cash', ${from}::text),
      jsonb_build_object('cash', ${to}::text, 'amountPaise', amount_paise)
    from moved
    returning id`.execute(db)
  return rows.length > 0
}

/** What is paid at the door for an order, and what has brought it. */
export const getCash = (db: Db, orderId: string) =>
  db
    .selectFrom('cashPayments')
    .select(['amountPaise', 'remittanceReference', 'remittanceSheet'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()

/**
 * Tells the administrators who watch that the cash of an order has changed: its row does not, so no trigger publishes
 * this.
 */
export async function publishOrder(db: Db, orderId: string): Promise<void> {
  await sql`
    select pg_notify('admin_events', 'order update ' || ${orderId}::text)
    where exists (select from admin_event_watch where until > now())`.execute(db)
}
