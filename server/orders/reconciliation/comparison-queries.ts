import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** What is compared with the one provider: its own, made in this time. */
export interface Period {
  from: Date
  to: Date
  isSandbox: boolean
}

const isOfProvider = (isSandbox: boolean) => sql`payments.is_sandbox = ${isSandbox}`

/** What the shop knows of a payment that the provider tells of. */
export interface PaymentFacts {
  paymentId: string
  checkoutId: string | null
  totalPaise: number | null
  /** Null where the shop never heard of the payment. */
  status: string | null
  amountPaise: number | null
}

export async function listPaymentFacts(
  db: Db,
  payments: readonly { id: string; orderId: string | null }[],
): Promise<PaymentFacts[]> {
  const { rows } = await sql<PaymentFacts>`
    select told."id" as payment_id, checkouts.id as checkout_id, checkouts.total_paise, payments.status, payments.amount_paise
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as told ("id" text, "orderId" text)
    left join checkouts on checkouts.provider_order_id = told."orderId"
    left join payments on payments.id = told."id" and payments.checkout_id = checkouts.id`.execute(db)
  return rows
}

/** Captured payments of a period, without those named. */
export async function listOtherPayments(
  db: Db,
  { from, to, isSandbox }: Period,
  known: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where created_at between ${from} and ${to} and status = 'captured' and ${isOfProvider(isSandbox)} and id <> all(${known}::text[])
    order by created_at, id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countOrdersOf(db: Db, { from, to, isSandbox }: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where created_at between ${from} and ${to} and is_sandbox = ${isSandbox}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Writes what the provider says over the amount of a captured payment that is not refunded yet, with its row in the audit
 * log; false when there is none. To be called once the checkout is locked.
 */
export async function correctAmount(db: Db, paymentId: string, amountPaise: number): Promise<boolean> {
  const { rows } = await sql`
    with known as (select id, amount_paise from payments where id = ${paymentId}),
    corrected as (
      update payments set amount_paise = ${amountPaise}, updated_at = now()
      where id = ${paymentId} and status = 'captured'
        and not exists (select from refunds where refunds.payment_id = payments.id)
      returning id, amount_paise
    ),
    audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'payment.corrected', 'payment', known.id, jsonb_build_object('amountPaise', known.amount_paise),
        jsonb_build_object('amountPaise', corrected.amount_paise)
      from known join corrected on corrected.id = known.id
    )
    select id from corrected`.execute(db)
  return rows.length > 0
}

/** A refund of the shop's, as it stands. */
export interface RefundFacts {
  id: string
  paymentId: string
  status: string
  amountPaise: number
  providerRefundId: string | null
}

/** Which of these payments are the shop's, with their refunds, and which refunds made by hand are in the audit log as what. */
export interface RefundedPayment {
  paymentId: string
  refund: RefundFacts | null
  reported: { id: string; status: string }[]
}

export async function listRefundedPayments(db: Db, paymentIds: readonly string[]): Promise<RefundedPayment[]> {
  const { rows } = await sql<RefundedPayment>`
    select payments.id as payment_id,
      case when refunds.id is not null then
        json_build_object(
          'id', refunds.id, 'paymentId', payments.id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
          'providerRefundId', refunds.provider_refund_id
        )
      end as refund,
      coalesce((
        select json_agg(json_build_object('id', entry.after ->> 'id', 'status', entry.after ->> 'status'))
        from audit_log entry
        where entry.subject_type = 'payment' and entry.subject_id = payments.id and entry.action = 'refund.reported'
      ), '[]') as reported
    from payments left join refunds on refunds.payment_id = payments.id
    where payments.id = any(${paymentIds}::text[])`.execute(db)
  return rows
}

/** Refunds of a period that were sent, without those that the provider told of. */
export async function listOtherRefunds(
  db: Db,
  { from, to, isSandbox }: Period,
  known: readonly string[],
  limit: number,
): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    select refunds.id, payment_id, refunds.status, refunds.amount_paise, provider_refund_id
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.created_at between ${from} and ${to} and refunds.status in ('sent', 'processed')
      and ${isOfProvider(isSandbox)} and coalesce(provider_refund_id, '') <> all(${known}::text[])
      -- What the bank took back in a dispute the provider knows under no refund.
      and (provider_refund_id is not null or not exists (
        select from disputes where disputes.payment_id = refunds.payment_id and disputes.status = 'lost'
      ))
    order by refunds.created_at, refunds.id
    limit ${limit}`.execute(db)
  return rows
}

/** Refunds that nothing would ever send: waiting, and due at no time. */
export async function listStuckRefunds(db: Db, isSandbox: boolean, limit: number): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    select refunds.id, payment_id, refunds.status, refunds.amount_paise, provider_refund_id
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status in ('pending', 'sent') and next_attempt_at is null and ${isOfProvider(isSandbox)}
    order by refunds.created_at, refunds.id
    limit ${limit}`.execute(db)
  return rows
}

/** Puts a refund among those that are sent, if it still stands as it was seen; with its row in the audit log. */
export async function requeueRefund(db: Db, { id, status, providerRefundId }: RefundFacts): Promise<boolean> {
  const { rows } = await sql`
    with requeued as (
      update refunds set status = 'pending', provider_refund_id = null, next_attempt_at = now(), updated_at = now()
      where id = ${id} and status = ${status} and provider_refund_id is not distinct from ${providerRefundId}::text
      returning id
    ),
    audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'refund.requeued', 'refund', id,
        jsonb_build_object('status', ${status}::text, 'providerRefundId', ${providerRefundId}::text),
        jsonb_build_object('status', 'pending')
      from requeued
    )
    select id from requeued`.execute(db)
  return rows.length > 0
}

/** Money of cancelled orders that nobody asked back. */
export async function listUnrefunded(
  db: Db,
  isSandbox: boolean,
  limit: number,
): Promise<{ checkoutId: string; paymentId: string; amountPaise: number }[]> {
  const { rows } = await sql<{ checkoutId: string; paymentId: string; amountPaise: number }>`
    select orders.checkout_id, payments.id as payment_id, payments.amount_paise
    from orders
    join payments on payments.order_id = orders.id
    left join refunds on refunds.payment_id = payments.id
    where orders.status = 'cancelled' and payments.status = 'captured' and refunds.id is null and ${isOfProvider(isSandbox)}
    order by orders.created_at, orders.id
    limit ${limit}`.execute(db)
  return rows
}
