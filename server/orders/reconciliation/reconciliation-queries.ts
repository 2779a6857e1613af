import { sql } from 'kysely'

import type { DocumentKind } from '#contract/tax/document-kinds.ts'
import type { DocumentNumber } from '#contract/tax/document-number.ts'
import type { Reconciliation } from '#contract/orders/reconciliation.ts'
import type { Db } from '#server/db/database.ts'
import type { StoredFinding } from '#server/db/reconciliation-tables.ts'

import { fullName } from '#server/db/full-name.ts'
import { claimDue } from '#server/db/claim-due.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { COMPARED_DAYS } from '#server/orders/order-limits.ts'
import { ASKED, checkoutOfProviderOrder } from '#server/orders/settle-payment-queries.ts'

export interface ReconciliationRow extends Omit<Reconciliation, '_id' | 'createdAt' | 'finishedAt' | 'from' | 'to'> {
  id: string
  createdAt: Date
  finishedAt: Date | null
  fromAt: Date
  toAt: Date
}

/** Younger records may still be on their way to the shop, so they are not compared. */
const GRACE_SECONDS = 60

/**
 * Stores that a comparison is wanted, by default of the last three days by the database's clock. Returns its period, or
 * undefined while another one waits or runs.
 */
export async function insertReconciliation(
  db: Db,
  { id, actorId, period }: { id: string; actorId: string | null; period?: { from: Date; to: Date } | undefined },
): Promise<{ from: Date; to: Date } | undefined> {
  const to = period ? sql`${period.to}::timestamptz` : sql`now() - make_interval(secs => ${GRACE_SECONDS})`
  const from = period ? sql`${period.from}::timestamptz` : sql`${to} - make_interval(days => ${COMPARED_DAYS})`
  const { rows } = await sql<{ from: Date; to: Date }>`
    insert into reconciliations (id, actor_id, status, from_at, to_at)
    values (${id}, ${actorId}, 'waiting', ${from}, ${to})
    on conflict ((true)) where status in ('waiting', 'running') do nothing
    returning from_at as "from", to_at as "to"`.execute(db)
  return rows[0]
}

/** How long after a comparison, by whether it succeeded, the shop makes the next one by itself. */
export interface ReconciliationPause {
  hoursAfterSuccess: number
  hoursAfterFailure: number
}

/** True if the shop by itself made a comparison, or tried in vain, within these hours. */
export async function hasRecentReconciliation(
  db: Db,
  { hoursAfterSuccess, hoursAfterFailure }: ReconciliationPause,
): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliations
    where actor_id is null and (
      (status <> 'failed' and created_at > now() - make_interval(hours => ${hoursAfterSuccess}))
      or created_at > now() - make_interval(hours => ${hoursAfterFailure})
    )
    limit 1`.execute(db)
  return rows.length > 0
}

/** Claims the comparison that waits, or one whose process has died. */
export async function claimReconciliation(db: Db, leaseSeconds: number) {
  const [claimed] = await claimDue<{ id: string; fromAt: Date; toAt: Date }>(db, {
    table: 'reconciliations',
    dueColumn: 'lease_ends_at',
    // A waiting one has no lease.
    dueAt: sql`coalesce(lease_ends_at, created_at)`,
    where: sql`status in ('waiting', 'running')`,
    set: sql`status = 'running'`,
    returning: sql`id, from_at, to_at`,
    limit: 1,
    leaseSeconds,
  })
  return claimed
}

export interface ComparisonResult {
  status: 'done' | 'failed'
  payments: number
  orders: number
  refunds: number
  mismatches: number
  findings: StoredFinding[]
  failure: string | null
}

/** Stores the result of a running comparison; without one it waits again, for the next process. */
export async function endReconciliation(db: Db, id: string, result: ComparisonResult | undefined): Promise<void> {
  const end = result && { ...result, findings: JSON.stringify(result.findings), finishedAt: sql<Date>`now()` }
  await db
    .updateTable('reconciliations')
    .set({ ...(end ?? { status: 'waiting' }), leaseEndsAt: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

export async function listReconciliationRows(db: Db, { limit, offset }: Window): Promise<ListPage<ReconciliationRow>> {
  const { rows } = await sql<ReconciliationRow & { total: number }>`
    with page as materialized (
      select id from reconciliations order by created_at desc, id desc limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from reconciliations)
    select reconciliations.id, status, from_at, to_at, reconciliations.created_at, finished_at, payments, orders, refunds,
      mismatches, findings, failure, ${fullName()} as requested_by, counted.total
    from counted
    left join reconciliations on reconciliations.id = any (array(select id from page))
    left join users on users.id = reconciliations.actor_id
    order by reconciliations.created_at desc, reconciliations.id desc`.execute(db)
  return pageOf(rows)
}

/** The records that are compared: those of one provider, made in this time. */
export interface Period {
  from: Date
  to: Date
  isSandbox: boolean
}

const isOfProvider = ({ isSandbox }: Period) => sql`payments.is_sandbox = ${isSandbox}`

/** How many records that only one side knows are looked up one by one. */
const MAX_LOOKUPS = 200

/** What the shop knows of a payment that the provider reports. */
export interface PaymentFacts {
  paymentId: string
  checkoutId: string | null
  totalPaise: number | null
  /** Null if the shop does not know the payment. */
  status: string | null
  amountPaise: number | null
}

export async function listPaymentFacts(
  db: Db,
  payments: readonly { id: string; orderId: string | null }[],
): Promise<PaymentFacts[]> {
  const { rows } = await sql<PaymentFacts>`
    select reported."id" as payment_id, checkouts.id as checkout_id, ${ASKED} as total_paise, payments.status, payments.amount_paise
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as reported ("id" text, "orderId" text)
    left join checkouts on checkouts.id = (${checkoutOfProviderOrder(sql`reported."orderId"`)})
    left join payments on payments.id = reported."id" and payments.checkout_id = checkouts.id`.execute(db)
  return rows
}

/** Captured payments of the period that the provider did not report. */
export async function listUnreportedPayments(db: Db, period: Period, reportedIds: readonly string[]) {
  const { rows } = await sql<{ id: string; amountPaise: number }>`
    select id, amount_paise from payments
    where created_at between ${period.from} and ${period.to} and status = 'captured' and ${isOfProvider(period)}
      and id <> all(${reportedIds}::text[])
    order by created_at, id
    limit ${MAX_LOOKUPS}`.execute(db)
  return rows
}

export async function countOrdersOf(db: Db, { from, to, isSandbox }: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders
    where created_at between ${from} and ${to} and is_sandbox = ${isSandbox} and not is_cash`.execute(db)
  return rows[0]?.count ?? 0
}

/** Changes the amount of a captured payment without a refund. False if there is none. Lock the checkout first. */
export async function updateAmount(db: Db, paymentId: string, amountPaise: number): Promise<boolean> {
  const { rows } = await sql`
    update payments set amount_paise = ${amountPaise}, updated_at = now()
    where id = ${paymentId} and status = 'captured'
      and not exists (select from refunds where refunds.payment_id = payments.id and is_counted)
    returning id`.execute(db)
  return rows.length > 0
}

/** A refund as it is stored. */
export interface RefundFacts {
  id: string
  paymentId: string
  status: string
  amountPaise: number
  providerRefundId: string | null
  /** Made at the provider, without the shop. */
  isForeign: boolean
}

const REFUND_FACTS = sql`
  select refunds.id, payment_id, refunds.status, refunds.amount_paise, provider_refund_id, is_foreign
  from refunds join payments on payments.id = refunds.payment_id`

/** A payment with its refunds, whoever made them, and the document over each. */
export interface RefundedPayment {
  paymentId: string
  refunds: (RefundFacts & { document: (DocumentNumber & { kind: DocumentKind }) | null })[]
}

export async function listRefundedPayments(db: Db, paymentIds: readonly string[]): Promise<RefundedPayment[]> {
  const { rows } = await sql<RefundedPayment>`
    select payments.id as payment_id,
      coalesce((
        select json_agg(json_build_object(
          'id', refunds.id, 'paymentId', payments.id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
          'providerRefundId', refunds.provider_refund_id, 'isForeign', refunds.is_foreign,
          'document', (
            select json_build_object('kind', kind, 'series', series, 'year', year, 'number', number, 'orderId', order_id)
            from documents note
            where note.refund_id = refunds.id and note.cancelled_at is null
            order by note.issued_at limit 1
          )
        ))
        from refunds where refunds.payment_id = payments.id
      ), '[]') as refunds
    from payments where payments.id = any(${paymentIds}::text[])`.execute(db)
  return rows
}

/** Refunds of the period that were sent, and that the provider did not report. */
export async function listUnreportedRefunds(
  db: Db,
  period: Period,
  reportedIds: readonly string[],
): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    ${REFUND_FACTS}
    where refunds.created_at between ${period.from} and ${period.to} and refunds.status in ('sent', 'processed')
      and ${isOfProvider(period)} and coalesce(provider_refund_id, '') <> all(${reportedIds}::text[])
      -- The provider has no refund of money that the bank took back in a dispute.
      and (provider_refund_id is not null or not exists (
        select from disputes where disputes.payment_id = refunds.payment_id and disputes.status = 'lost'
      ))
    order by refunds.created_at, refunds.id
    limit ${MAX_LOOKUPS}`.execute(db)
  return rows
}

/** Refunds that wait without a time at which they are due: nothing would ever send them. */
export async function listStuckRefunds(db: Db, period: Period): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    ${REFUND_FACTS}
    where refunds.status in ('pending', 'sent') and not is_foreign and next_attempt_at is null and ${isOfProvider(period)}
    order by refunds.created_at, refunds.id
    limit ${MAX_LOOKUPS}`.execute(db)
  return rows
}

/** Makes a refund due again if it has not changed since it was read, with its row in the audit log. */
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

/**
 * Captured payments of orders that were cancelled before they left, of which not all goes back. `restPaise` is what
 * does not.
 */
export async function listUnrefundedPayments(db: Db, period: Period) {
  const { rows } = await sql<{ checkoutId: string; id: string; amountPaise: number; restPaise: number }>`
    select orders.checkout_id, payments.id, payments.amount_paise, payments.amount_paise - returned.paise as rest_paise
    from orders
    join payments on payments.order_id = orders.id
    cross join lateral (
      select coalesce(sum(refunds.amount_paise), 0)::bigint as paise from refunds
      where refunds.payment_id = payments.id and is_counted
    ) returned
    where orders.status = 'cancelled' and not orders.is_called_back and payments.status = 'captured' and returned.paise < payments.amount_paise
      and ${isOfProvider(period)}
    order by orders.created_at, orders.id
    limit ${MAX_LOOKUPS}`.execute(db)
  return rows
}

/** Disputes of the shop's payments that the bank decided for the buyer in the period. */
export async function listLostDisputes(db: Db, period: Period) {
  const { rows } = await sql<{ id: string; paymentId: string; amountPaise: number }>`
    select disputes.id, disputes.payment_id, disputes.amount_paise
    from disputes join payments on payments.id = disputes.payment_id
    where disputes.status = 'lost' and disputes.decided_at between ${period.from} and now() and ${isOfProvider(period)}
    order by disputes.decided_at, disputes.id
    limit ${MAX_LOOKUPS}`.execute(db)
  return rows
}
