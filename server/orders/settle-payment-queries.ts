import { sql, type RawBuilder } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { CheckoutState, ObservedPayment, RefundReason } from '#server/orders/decide-payment-outcome.ts'

import { PAYMENT_FACTS, type PaymentStatus } from '#contract/states/payment-states.ts'
import { statesBefore } from '#contract/states/steps.ts'
import { newId } from '#server/db/new-id.ts'
import { AUTO_CAPTURE_SECONDS, FINAL_CHECK_SECONDS } from '#server/orders/payment-check-times.ts'
import { CHECKOUT_COLUMNS, placeOrder } from '#server/orders/place-order-queries.ts'
import { REASON_OF_ORDER, requestRefunds } from '#server/orders/refund-request-queries.ts'

export interface LockedCheckout extends CheckoutState {
  id: string
  userId: string
  /** What store credit pays beside the provider's order. */
  creditPaise: number
  offerId: string | null
  address: Address | null
  fees: readonly Fee[]
}

/** The statement that issues the receipts of `orders` with these `lines`. */
export type ReceiptStatement = (source: {
  orders: RawBuilder<unknown>
  lines: RawBuilder<unknown>
  paymentId: RawBuilder<unknown>
}) => RawBuilder<unknown>

export interface CheckoutFacts {
  id: string
  userId: string
  providerOrderId: string
  /** What the provider's order is over. */
  totalPaise: number
  paidBy: string | null
  isSandbox: boolean
}

/** The checkout of an order at the provider, also of one that another one stands in for by now. */
export const checkoutOfProviderOrder = (providerOrderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select id from checkouts where provider_order_id = ${providerOrderId}),
  (select checkout_id from replaced_provider_orders where provider_order_id = ${providerOrderId})
)`

/**
 * What the provider's order of a checkout is over: what store credit does not pay. An order for cash is paid in advance
 * without its fee and what was cancelled before.
 */
export const ASKED = sql`coalesce(checkouts.asked_paise, checkouts.total_paise - checkouts.credit_paise)`

export async function findCheckoutByProviderOrder(db: Db, providerOrderId: string): Promise<CheckoutFacts | undefined> {
  const { rows } = await sql<CheckoutFacts>`
    select id, user_id, ${providerOrderId}::text as provider_order_id, ${ASKED} as total_paise, paid_by, is_sandbox from checkouts
    where id = (${checkoutOfProviderOrder(sql`${providerOrderId}`)})`.execute(db)
  return rows[0]
}

/** True if a payment is captured. Whatever follows from that was done in the same transaction. */
export async function isPaymentCaptured(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  return row !== undefined
}

/** A payment as the provider told of it while its money is only set aside; undefined for any other. */
export async function findAuthorized(db: Db, paymentId: string): Promise<ObservedPayment | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'amountPaise', 'status'])
    .where('id', '=', paymentId)
    .where('status', '=', 'authorized')
    .executeTakeFirst()
}

/**
 * Locks the checkout until the transaction ends, so that all changes of it and its order happen one after another. Read
 * nothing else in the same statement: it would be as old as the wait for the lock.
 */
export async function lockCheckout(db: Db, checkoutId: string): Promise<LockedCheckout | undefined> {
  const { rows } = await sql<LockedCheckout>`
    select id, user_id, status, ${ASKED} as total_paise, credit_paise, paid_by, offer_id, address, fees
    from checkouts where id = ${checkoutId} for update`.execute(db)
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

/** Whether the shop returns a payment. */
export async function hasRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('isCounted', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Statements of a `with` that store the payment, as `stored`, and write its first capture into the audit log. `known`
 * is the payment as it was before.
 */
export function storePayment(
  payment: ObservedPayment,
  checkoutId: string,
  orderId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // One that was refunded was captured.
  const status: PaymentStatus = payment.status === 'refunded' ? 'captured' : payment.status
  const isLater = sql`payments.status = any(${statesBefore(PAYMENT_FACTS, status)}::text[])`
  return sql`
  known as (
    select status from payments where id = ${payment.id}
  ),
  stored as (
    insert into payments (id, checkout_id, order_id, amount_paise, status, is_sandbox)
    select ${payment.id}, id, ${orderId}, ${payment.amountPaise}, ${status}, is_sandbox from checkouts where id = ${checkoutId}
    on conflict (id) do update set
      status = case when ${isLater} then excluded.status else payments.status end,
      amount_paise = case when ${isLater} then excluded.amount_paise else payments.amount_paise end,
      order_id = coalesce(payments.order_id, excluded.order_id),
      updated_at = now()
    where payments.checkout_id = excluded.checkout_id
    returning id, order_id, amount_paise, status
  ),
  money_audited as (
    insert into audit_log (action, subject_type, subject_id, after)
    select 'payment.captured', 'payment', id,
      jsonb_build_object('checkoutId', ${checkoutId}::text, 'amountPaise', amount_paise)
    from stored
    where status = 'captured' and not exists (select from known where status = 'captured')
  )`
}

/** When the provider is asked next about a checkout that this payment has paid. */
export const nextCheckAfter = ({ status }: ObservedPayment): RawBuilder<unknown> => sql`case
  when ${status === 'captured'}::boolean then now() + make_interval(secs => ${FINAL_CHECK_SECONDS})
  when ${status === 'authorized'}::boolean then now() + make_interval(secs => ${AUTO_CAPTURE_SECONDS})
  else coalesce(next_check_at, now())
end`

/**
 * Makes the order from the frozen lines, stores its payment, issues its receipt by the statement `receiptOf`, and
 * removes what was bought and the code that was used from the cart, in one statement. False if the payment was refunded
 * before: then only its status is stored.
 */
export async function insertOrder(
  db: Db,
  {
    checkout,
    payment,
    orderId,
    receiptOf,
  }: {
    checkout: LockedCheckout
    payment: ObservedPayment
    orderId: string
    receiptOf: ReceiptStatement | undefined
  },
): Promise<boolean> {
  const receipt = receiptOf?.({
    orders: sql`placed`,
    lines: sql`checkout_lines line where line.checkout_id = ${checkout.id}`,
    paymentId: sql`${payment.id}::text`,
  })
  const { rows } = await sql`
    with paid as (
      update checkouts set status = 'paid', paid_by = ${payment.id}, network = null,
        next_check_at = ${nextCheckAfter(payment)}
      where id = ${checkout.id} and not exists (select from refunds where payment_id = ${payment.id} and is_counted)
      returning ${CHECKOUT_COLUMNS}
    ),
    ${placeOrder({ checkoutId: checkout.id, userId: checkout.userId, orderId })},
    ${receipt ? sql`receipt as (${receipt}),` : sql``}
    ${storePayment(payment, checkout.id, sql`(select id from placed)`)}
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select user_id, 'order.placed', 'order', id,
      jsonb_build_object('paymentId', ${payment.id}::text, 'totalPaise', ${checkout.totalPaise + checkout.creditPaise}::bigint)
    from placed
    returning id`.execute(db)
  return rows.length > 0
}

/** A stored payment, and the order that it made. */
interface PaymentProgress {
  status: PaymentStatus
  orderId: string | null
  /** Why a refund was requested; null where none was. */
  refundReason: RefundReason | null
}

/**
 * Stores the status of a payment. Requests a refund of money that was captured for an order, or for pieces, that are
 * cancelled meanwhile. A second payment of a checkout whose money the provider has not confirmed is asked about, also
 * where all checks are over.
 */
export async function savePayment(
  db: Db,
  checkoutId: string,
  payment: ObservedPayment,
): Promise<PaymentProgress | undefined> {
  const captured = sql`(
    select stored.* from stored join orders on orders.id = stored.order_id
    where stored.status = 'captured' and (orders.status = 'cancelled' or orders.cancelled_paise > orders.uncharged_paise)
  )`
  const { rows } = await sql<PaymentProgress>`
    with ${storePayment(payment, checkoutId, sql`null`)},
    ${requestRefunds(captured, { id: newId(), reason: REASON_OF_ORDER })},
    relaxed as (
      update checkouts set next_check_at = now() + make_interval(secs => ${FINAL_CHECK_SECONDS})
      where id = ${checkoutId} and paid_by = ${payment.id}
        and exists (select from stored where status = 'captured')
        and not exists (select from known where status = 'captured')
    ),
    doubled as (
      update checkouts set next_check_at = coalesce(next_check_at, now() + make_interval(secs => ${FINAL_CHECK_SECONDS}))
      where id = ${checkoutId} and status = 'paid' and paid_by <> ${payment.id}
        and exists (select from stored where status in ('vouched', 'authorized'))
    )
    select status, order_id, (select reason from requested) as refund_reason from stored`.execute(db)
  return rows[0]
}

/**
 * Stores a payment that pays for nothing, and requests a refund of all that is left of it; a second call adds nothing.
 * Also for money that was refunded at the provider without the shop: what is known of that is left out.
 */
export async function saveRefundedPayment(
  db: Db,
  { checkoutId, payment, reason }: { checkoutId: string; payment: ObservedPayment; reason: RefundReason },
): Promise<void> {
  await sql`
    with ${storePayment(payment, checkoutId, sql`null`)},
    ${requestRefunds(sql`stored`, { id: newId(), reason })}
    select from requested`.execute(db)
}
