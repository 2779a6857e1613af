import { sql } from 'kysely'

import type { DisputeStatus, OrderStatus } from '#contract/states/order-states.ts'
import type { CashState } from '#contract/states/cash-states.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Db } from '#server/db/database.ts'

import { queueStatusMail } from '#server/orders/order-mail-queries.ts'

/** What decides whether an order may take its next step. */
export interface OrderState {
  id: string
  checkoutId: string
  status: OrderStatus
  hasAddress: boolean
  /** Paid at the emulated provider. */
  isSandbox: boolean
  /**
   * The dispute that stops shipping: an undecided one before a lost one. Of an exchange that of the payment of the
   * order that was paid first.
   */
  disputeStatus: DisputeStatus | null
  /** What of the total store credit paid, and whether it paid all. */
  creditPaise: number
  isPaidByCredit: boolean
  /** Of the payment that made the order. */
  paymentStatus: string | null
  shipment: ShipmentInput | null
  /** What is paid at the door; null where the provider takes the payment. */
  cashStatus: CashState | null
  /** Nobody has confirmed yet that it is to be sent for cash. */
  isUnconfirmed: boolean
  /** It is paid at the door, or stands in for pieces of an order that was. */
  isFromCash: boolean
  /** All of its money is back, or on its way. */
  isReturned: boolean
}

/** Names an order; with `userId` only if it is that customer's own. */
interface OrderKey {
  orderId: string
  userId?: string
}

/**
 * Locks the checkout of an order and returns the checkout's id. Everything that happens to a checkout, its payments and
 * its order waits for this lock. Of an exchange the order that was paid first is locked before it: its money is that
 * order's.
 */
export async function lockCheckoutOfOrder(db: Db, { orderId, userId }: OrderKey): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select checkouts.id
    from orders named
    join orders locked on locked.id = named.id or (named.exchange_of is not null and locked.id = first_order_of(named.id))
    join checkouts on checkouts.id = locked.checkout_id
    where named.id = ${orderId} ${userId === undefined ? sql`` : sql`and named.user_id = ${userId}`}
    order by locked.id = named.id
    for update of checkouts`.execute(db)
  return rows.at(-1)?.id
}

/** The order of a checkout. Lock the checkout first. */
export async function findOrderState(db: Db, checkoutId: string): Promise<OrderState | undefined> {
  const { rows } = await sql<OrderState>`
    select orders.id, orders.checkout_id, orders.status, orders.address is not null as has_address, orders.is_sandbox,
      orders.credit_paise, orders.credit_paise = orders.total_paise as is_paid_by_credit, orders.is_cash or (
        orders.exchange_of is not null and (select first.is_cash from orders first where first.id = first_order_of(orders.id))
      ) as is_from_cash, orders.shipment, payments.status as payment_status, cash.status as cash_status,
      cash.confirm_until is not null as is_unconfirmed,
      case when orders.exchange_of is null then coalesce((
        select sum(refunds.amount_paise) >= payments.amount_paise from refunds where payment_id = payments.id and is_counted
      ), false) else coalesce((
        select sum(change_paise) from store_credit_ledger where checkout_id = orders.checkout_id
      ), 0) = 0 end as is_returned,
      (
        select status from disputes
        where payment_id = case when orders.exchange_of is null then payments.id else (
          select id from payments paid where paid.order_id = first_order_of(orders.id)
        ) end and status not in ('won', 'closed')
        order by status = 'lost', created_at, id limit 1
      ) as dispute_status
    from orders
    left join payments on payments.order_id = orders.id
    left join cash_payments cash on cash.order_id = orders.id and orders.is_cash
    where orders.checkout_id = ${checkoutId}`.execute(db)
  return rows[0]
}

const asJson = (shipment: ShipmentInput | null | undefined) => sql`${shipment ? JSON.stringify(shipment) : null}::jsonb`

interface Step {
  orderId: string
  from: OrderStatus
  to: OrderStatus
  /** Null for the shop itself. */
  actorId: string | null
  shipment?: ShipmentInput | undefined
  /** Why it is cancelled. */
  reason?: string | undefined
}

/** Changes the status of an order and stores when, by whom and how it is sent. False if the order is not at `from`. */
export async function updateStatus(db: Db, { orderId, from, to, actorId, shipment, reason }: Step): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update orders set status = ${to}, shipment = coalesce(${asJson(shipment)}, shipment)
      where id = ${orderId} and status = ${from} returning id, user_id
    ),
    stepped as (
      -- now() is when the transaction began, before it waited for the lock. The steps must be in their real order.
      insert into order_steps (order_id, status, actor_id, at, reason)
      select id, ${to}, ${actorId}, clock_timestamp(), ${reason ?? null} from moved
    ),
    mailed as (${queueStatusMail(to, 'moved')})
    select id from moved`.execute(db)
  return rows.length > 0
}

/** Sets how an order is sent, or takes it away. Lock the order's checkout first. */
export async function updateShipment(db: Db, orderId: string, shipment: ShipmentInput | null): Promise<void> {
  await sql`update orders set shipment = ${asJson(shipment)} where id = ${orderId}`.execute(db)
}
