import { sql } from 'kysely'

import type { DisputeStatus, OrderStatus } from '#contract/order-states.ts'
import type { Db } from '#server/db/open.ts'

/** What decides whether an order may take its next step. */
export interface OrderState {
  id: string
  checkoutId: string
  status: OrderStatus
  hasAddress: boolean
  /** Of the emulated provider. */
  isSandbox: boolean
  /** The dispute that stands in the way: one that is not decided before one that is lost. */
  dispute: { id: string; status: DisputeStatus } | null
  payment: { id: string; status: string; amountPaise: number } | null
}

/** Locks the checkout of an order, where all that happens to either waits its turn; answers the checkout's id. */
export async function lockCheckoutOfOrder(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', (order) => order.selectFrom('orders').select('checkoutId').where('orders.id', '=', orderId))
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** The same for a customer's own order only. */
export async function lockCheckoutOfOwnOrder(db: Db, userId: string, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', (order) =>
      order
        .selectFrom('orders')
        .select('checkoutId')
        .where('orders.id', '=', orderId)
        .where('orders.userId', '=', userId),
    )
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** The order of a checkout; to be read once the checkout is locked. */
export async function findOrderState(db: Db, checkoutId: string): Promise<OrderState | undefined> {
  const { rows } = await sql<OrderState>`
    select orders.id, orders.checkout_id, orders.status, orders.address is not null as has_address, orders.is_sandbox,
      (
        select json_build_object('id', id, 'status', status) from disputes
        where payment_id = payments.id and status not in ('won', 'closed')
        order by status = 'lost', created_at limit 1
      ) as dispute,
      case when payments.id is not null then
        json_build_object('id', payments.id, 'status', payments.status, 'amountPaise', payments.amount_paise)
      end as payment
    from orders left join payments on payments.order_id = orders.id
    where orders.checkout_id = ${checkoutId}`.execute(db)
  return rows[0]
}

interface Step {
  orderId: string
  from: OrderStatus
  to: OrderStatus
  /** Null for the shop itself. */
  actorId: string | null
}

/** Moves an order one step and notes when and by whom; false when it is not at `from`. */
export async function moveOrder(db: Db, { orderId, from, to, actorId }: Step): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update orders set status = ${to} where id = ${orderId} and status = ${from} returning id
    ),
    stepped as (
      -- Not now(), which is when the transaction began to wait: of two steps the later one has to be the later one.
      insert into order_steps (order_id, status, actor_id, at) select id, ${to}, ${actorId}, clock_timestamp() from moved
    )
    select id from moved`.execute(db)
  return rows.length > 0
}

/** Asks for all the money of a cancelled order back, once; false when it went back already, or was asked for. */
export async function insertRefund(
  db: Db,
  refund: { id: string; orderId: string; paymentId: string; amountPaise: number; reason: string },
): Promise<boolean> {
  const row = await db
    .insertInto('refunds')
    .values({ ...refund, status: 'pending', nextAttemptAt: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('paymentId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
