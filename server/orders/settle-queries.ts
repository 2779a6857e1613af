import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { CheckoutState, ObservedPayment, RefundReason } from '#server/orders/settlement.ts'

export interface LockedCheckout extends CheckoutState {
  id: string
  userId: string
}

/** A payment as it is kept: money that went back was captured once. */
export interface StoredPayment {
  id: string
  checkoutId: string
  amountPaise: number
  status: 'vouched' | 'authorized' | 'captured' | 'failed'
}

/**
 * Locks the checkout until the transaction ends, so that of all that happens to it one thing happens after another.
 * Nothing else may be read in the same statement: it would be as old as the wait for the lock.
 */
export async function lockCheckout(db: Db, checkoutId: string): Promise<LockedCheckout | undefined> {
  const { rows } = await sql<LockedCheckout>`
    select id, user_id, status, total_paise, paid_by from checkouts where id = ${checkoutId} for update`.execute(db)
  return rows[0]
}

export async function findOpenCheckoutId(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row?.id
}

export async function hasRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await db.selectFrom('refunds').select('id').where('paymentId', '=', paymentId).executeTakeFirst()
  return row !== undefined
}

const keptForm = ({ id, amountPaise, status }: ObservedPayment, checkoutId: string): StoredPayment => ({
  id,
  checkoutId,
  amountPaise,
  status: status === 'refunded' ? 'captured' : status,
})

// A payment only moves forward: of two reports, in whatever order they come, the one that is further on counts. `failed`
// is the least, because the provider may still authorise what failed at first.
const stage = (status: RawBuilder<unknown>) =>
  sql`array_position(array['failed', 'vouched', 'authorized', 'captured'], ${status})`
const IS_FURTHER = sql`${stage(sql`excluded.status`)} > ${stage(sql`payments.status`)}`

/** Statements of a `with` that keep the payment and, when it is captured for the first time, a row in the audit log. */
const keepPayment = ({ id, checkoutId, amountPaise, status }: StoredPayment, orderId: RawBuilder<unknown>) => sql`
  known as (
    select status from payments where id = ${id}
  ),
  kept as (
    insert into payments (id, checkout_id, order_id, amount_paise, status, is_sandbox)
    select ${id}, id, ${orderId}, ${amountPaise}, ${status}, is_sandbox from checkouts where id = ${checkoutId}
    on conflict (id) do update set
      status = case when ${IS_FURTHER} then excluded.status else payments.status end,
      amount_paise = case when ${IS_FURTHER} then excluded.amount_paise else payments.amount_paise end,
      order_id = coalesce(payments.order_id, excluded.order_id),
      updated_at = now()
    where payments.checkout_id = excluded.checkout_id
    returning id, order_id, amount_paise, status
  ),
  money_audited as (
    insert into audit_log (action, subject_type, subject_id, after)
    select 'payment.captured', 'payment', id,
      jsonb_build_object('checkoutId', ${checkoutId}::text, 'amountPaise', amount_paise)
    from kept
    where status = 'captured' and not exists (select from known where status = 'captured')
  )`

/** Statements of a `with` that write what was asked back in `refunded` into the audit log. */
const AUDIT_REFUND = sql`
  refund_audited as (
    insert into audit_log (action, subject_type, subject_id, after)
    select 'refund.requested', 'refund', id,
      jsonb_build_object('paymentId', payment_id, 'amountPaise', amount_paise, 'reason', reason)
    from refunded
  )`

/**
 * Makes the order from the frozen lines, keeps its payment, and takes what was bought out of the cart: all or nothing.
 * False when the payment was given back before, and so pays for nothing; then only how far it has come is kept.
 */
export async function insertOrder(
  db: Db,
  { checkout, payment, orderId }: { checkout: LockedCheckout; payment: ObservedPayment; orderId: string },
  { lastLookSeconds, captureSeconds }: { lastLookSeconds: number; captureSeconds: number },
): Promise<boolean> {
  const isCaptured = payment.status === 'captured'
  const { rows } = await sql`
    with paid as (
      update checkouts set status = 'paid', paid_by = ${payment.id}, network = null,
        next_check_at = case
          when ${isCaptured}::boolean then now() + make_interval(secs => ${lastLookSeconds})
          when ${payment.status === 'authorized'}::boolean then now() + make_interval(secs => ${captureSeconds})
          else coalesce(next_check_at, now())
        end
      where id = ${checkout.id} and not exists (select from refunds where payment_id = ${payment.id})
      returning id, user_id, provider_order_id, total_paise, address, is_sandbox
    ),
    placed as (
      insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, address, is_sandbox)
      select ${orderId}, id, user_id, provider_order_id, 'order placed', total_paise, address, is_sandbox from paid
      returning id, user_id
    ),
    copied as (
      insert into order_lines (
        id, order_id, position, product_id, product_size_id, name, size,
        price_paise, discounted_price_paise, paid_price_paise, quantity, image
      )
      select placed.id || '-' || line.position, placed.id, line.position, product_id, product_size_id, name, size,
        price_paise, discounted_price_paise, paid_price_paise, quantity, image
      from placed join checkout_lines line on line.checkout_id = ${checkout.id}
    ),
    stepped as (
      insert into order_steps (order_id, status, actor_id) select id, 'order placed', user_id from placed
    ),
    ${keepPayment(keptForm(payment, checkout.id), sql`(select id from placed)`)},
    bought as (
      select cart.id, cart.quantity - line.quantity as remainder
      from cart_lines cart
      join checkout_lines line on line.checkout_id = ${checkout.id} and line.product_size_id = cart.product_size_id
      where cart.user_id = ${checkout.userId} and exists (select from placed)
      order by cart.id
      for update of cart
    ),
    emptied as (
      delete from cart_lines using bought where cart_lines.id = bought.id and bought.remainder <= 0
    ),
    reduced as (
      update cart_lines set quantity = bought.remainder from bought
      where cart_lines.id = bought.id and bought.remainder > 0
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select user_id, 'order.placed', 'order', id,
      jsonb_build_object('paymentId', ${payment.id}::text, 'totalPaise', ${checkout.totalPaise}::bigint)
    from placed
    returning id`.execute(db)
  return rows.length > 0
}

/** How far a payment has come by all that is known of it, and the order it made. */
export interface Progress {
  status: StoredPayment['status']
  orderId: string | null
}

/**
 * Keeps how far a payment has come. Money that comes in for an order that was cancelled meanwhile is to be refunded;
 * `refundId` is for that.
 */
export async function keepProgress(
  db: Db,
  { checkoutId, payment, refundId }: { checkoutId: string; payment: ObservedPayment; refundId: string },
  lastLookSeconds: number,
): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    with ${keepPayment(keptForm(payment, checkoutId), sql`null`)},
    refunded as (
      insert into refunds (id, payment_id, order_id, amount_paise, reason, status, next_attempt_at)
      select ${refundId}, kept.id, kept.order_id, kept.amount_paise, 'order cancelled', 'pending', now()
      from kept join orders on orders.id = kept.order_id
      where kept.status = 'captured' and orders.status = 'cancelled'
      on conflict (payment_id) do nothing
      returning id, payment_id, amount_paise, reason
    ),
    ${AUDIT_REFUND},
    relaxed as (
      update checkouts set next_check_at = now() + make_interval(secs => ${lastLookSeconds})
      where id = ${checkoutId} and paid_by = ${payment.id}
        and exists (select from kept where status = 'captured')
        and not exists (select from known where status = 'captured')
    )
    select status, order_id from kept`.execute(db)
  return rows[0]
}

interface UnusablePayment {
  checkoutId: string
  payment: ObservedPayment
  refundId: string
  reason: RefundReason
}

/**
 * Keeps a payment that is not to be had, and the one refund of it; a second call adds nothing. Money that goes back at the
 * provider without the shop is asked for as well: what is on its way may fail, and nothing goes back twice.
 */
export async function keepRefund(db: Db, { checkoutId, payment, refundId, reason }: UnusablePayment): Promise<void> {
  await sql`
    with ${keepPayment(keptForm(payment, checkoutId), sql`null`)},
    refunded as (
      insert into refunds (id, payment_id, order_id, amount_paise, reason, status, next_attempt_at)
      select ${refundId}, id, order_id, amount_paise, ${reason}, 'pending', now()
      from kept
      on conflict (payment_id) do nothing
      returning id, payment_id, amount_paise, reason
    ),
    ${AUDIT_REFUND}
    select from refunded`.execute(db)
}
