import { sql } from 'kysely'

import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'
import type { ObservedPayment } from '#server/orders/decide-payment-outcome.ts'

import { LEAST_PAYMENT_PAISE } from '#contract/units/money.ts'
import { nextCheckAfter, storePayment } from '#server/orders/settle-payment-queries.ts'

/** What may be paid in advance for an order for cash. */
interface CashDue {
  status: OrderStatus
  isSandbox: boolean
  /**
   * Without the fee for cash, what was cancelled and what store credit pays. Null where only the door is left: little
   * is due beside the credit, or a share of it came back, which was reckoned of the total with the fee.
   */
  duePaise: number | null
  /** The provider's order of before; null where there is none. */
  providerOrderId: string | null
  /** That is over what is due, and nobody has paid it yet. */
  isAsked: boolean
  /** How many orders of the provider it stands in for. */
  replaced: number
}

const cashFeePaise = (table: 'orders' | 'checkouts') => sql`(
  select coalesce(sum((fee ->> 'amountPaise')::bigint), 0)::bigint from jsonb_array_elements(${sql.ref(`${table}.fees`)}) fee
  where fee ->> 'kind' = 'cash'
)`
const WITHOUT_CASH_FEE = sql`(
  select coalesce(jsonb_agg(fee order by position), '[]')
  from jsonb_array_elements(fees) with ordinality as charged (fee, position) where fee ->> 'kind' <> 'cash'
)`

/** What is due for the order for cash of a checkout; undefined for any other. Lock the checkout first. */
export async function findCashDue(db: Db, checkoutId: string): Promise<CashDue | undefined> {
  const { rows } = await sql<CashDue>`
    select orders.status, orders.is_sandbox, due_paise, checkouts.provider_order_id,
      coalesce(checkouts.asked_paise = due_paise, false) and not exists (
        select from payments where payments.checkout_id = checkouts.id and payments.status = 'captured'
      ) as is_asked,
      (select count(*)::integer from replaced_provider_orders where checkout_id = checkouts.id) as replaced
    from orders
    join checkouts on checkouts.id = orders.checkout_id
    cross join lateral (
      select orders.total_paise - orders.cancelled_paise - orders.credit_paise - ${cashFeePaise('orders')} as paise
    ) rest
    cross join lateral (
      select case when orders.credit_paise = 0 or (orders.cancelled_paise = 0 and rest.paise >= ${LEAST_PAYMENT_PAISE})
        then rest.paise end as due_paise
    ) due
    where orders.checkout_id = ${checkoutId} and orders.is_cash`.execute(db)
  return rows[0]
}

/**
 * Keeps the provider's order over what is due, in place of the one of before, and when to ask about it first. Lock the
 * checkout first.
 */
export async function setAskedOrder(
  db: Db,
  checkoutId: string,
  { id, amountPaise, firstCheckSeconds }: { id: string; amountPaise: number; firstCheckSeconds: number },
): Promise<void> {
  await sql`
    with replaced as (
      insert into replaced_provider_orders (provider_order_id, checkout_id)
      select provider_order_id, id from checkouts where id = ${checkoutId} and provider_order_id is not null
    )
    update checkouts set provider_order_id = ${id}, asked_paise = ${amountPaise}, asked_at = now(), checks = 0,
      next_check_at = now() + make_interval(secs => ${firstCheckSeconds})
    where id = ${checkoutId}`.execute(db)
}

/**
 * Stores the payment of an order for cash, makes the order one of the provider without the fee for cash, and queues its
 * mail, in one statement. What was cancelled by now was never charged.
 */
export async function setPrepaid(
  db: Db,
  checkoutId: string,
  payment: ObservedPayment,
): Promise<{ id: string; userId: string }> {
  const { rows } = await sql<{ id: string; userId: string }>`
    with paid as (
      update checkouts set paid_by = ${payment.id}, fees = ${WITHOUT_CASH_FEE},
        total_paise = total_paise - ${cashFeePaise('checkouts')}, next_check_at = ${nextCheckAfter(payment)}
      where id = ${checkoutId}
      returning id, provider_order_id, total_paise, fees
    ),
    prepaid as (
      update orders set is_cash = false, provider_order_id = paid.provider_order_id, total_paise = paid.total_paise, fees = paid.fees,
        uncharged_paise = cancelled_paise
      from paid where orders.checkout_id = paid.id
      returning orders.id, orders.user_id, orders.total_paise
    ),
    kept as (
      update order_lines set uncharged = cancelled from prepaid where order_id = prepaid.id and cancelled > 0
    ),
    settled as (
      update cash_payments set confirm_until = null from prepaid where order_id = prepaid.id
    ),
    ${storePayment(payment, checkoutId, sql`(select id from prepaid)`)},
    mailed as (
      insert into mails (name, key, user_id) select 'order-paid', id, user_id from prepaid
    ),
    audited as (
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select user_id, 'order.paid in advance', 'order', id,
        jsonb_build_object('paymentId', ${payment.id}::text, 'totalPaise', total_paise)
      from prepaid
    )
    select id, user_id from prepaid`.execute(db)
  const [order] = rows
  if (!order) throw new Error(`checkout ${checkoutId} has no order for cash`)
  return order
}
