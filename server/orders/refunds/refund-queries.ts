import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { RefundReason } from '#server/orders/decide-payment-outcome.ts'

import { REFUND_FACTS, type RefundStatus } from '#contract/states/payment-states.ts'
import { statesBefore } from '#contract/states/steps.ts'
import { claimDue } from '#server/db/claim-due.ts'
import { queueRefundMail } from '#server/orders/order-mail-queries.ts'
import { newId } from '#server/db/new-id.ts'

export interface DueRefund {
  id: string
  paymentId: string
  amountPaise: number
  providerRefundId: string | null
  attempts: number
  /** Paid at the emulated provider. */
  isSandbox: boolean
  /** What the bank took back in lost disputes. */
  lostPaise: number
}

/**
 * Claims due refunds. A refund waits while a dispute of its payment is open, unless it was sent before. The emulated
 * provider gets none of the real provider's refunds.
 */
export function claimRefunds(
  db: Db,
  { isSandbox, ...claim }: { limit: number; leaseSeconds: number; isSandbox: boolean },
): Promise<DueRefund[]> {
  const isOfSandbox = sql`(select is_sandbox from payments where payments.id = refunds.payment_id)`
  return claimDue(db, {
    ...claim,
    table: 'refunds',
    dueColumn: 'next_attempt_at',
    where: sql`(not ${isSandbox}::boolean or ${isOfSandbox})
      and (provider_refund_id is not null or not exists (
        select from disputes where disputes.payment_id = refunds.payment_id and disputes.status not in ('won', 'lost', 'closed')
      ))`,
    set: sql`attempts = attempts + 1`,
    returning: sql`id, payment_id, amount_paise, provider_refund_id, attempts, ${isOfSandbox} as is_sandbox, (
      select coalesce(sum(disputes.amount_paise), 0)::bigint from disputes
      where disputes.payment_id = refunds.payment_id and disputes.status = 'lost'
    ) as lost_paise`,
  })
}

export async function postponeRefund(db: Db, id: string, waitSeconds: number): Promise<void> {
  await sql`
    update refunds set next_attempt_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${id} and next_attempt_at is not null`.execute(db)
}

/** Whether a refund still waits for an attempt: it may have been replaced since it was claimed. */
export async function isRefundDue(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from refunds where id = ${id} and next_attempt_at is not null`.execute(db)
  return rows.length > 0
}

/** How far a refund is, as far as the shop knows. */
export interface RefundReport {
  paymentId: string
  /** Null if it is only known that the money was returned, or cannot be. */
  providerRefundId: string | null
  /** The shop's id of the refund, if it is the shop's own. */
  ownId?: string | undefined
  amountPaise: number
  status: Exclude<RefundStatus, 'pending' | 'replaced'>
  /** For a sent refund: when to ask again. */
  waitSeconds?: number
}

/**
 * Stores the status of a refund that the shop knows, where it may follow (`REFUND_FACTS`), with a row in the audit log
 * once it has ended. False if the shop knows no such refund. One of its own that was replaced counts again if the
 * provider has made it after all.
 */
export async function saveRefundStatus(db: Db, report: RefundReport): Promise<boolean> {
  const { paymentId, providerRefundId, ownId = null, amountPaise, status, waitSeconds = 0 } = report
  const before = [status, ...statesBefore(REFUND_FACTS, status)]
  const { rows } = await sql`
    with known as (
      select id, status, provider_refund_id from refunds
      where payment_id = ${paymentId}
        and (
          provider_refund_id = ${providerRefundId}::text
          or (
            not is_foreign and id = ${ownId}::text and amount_paise = ${amountPaise}
            and (${providerRefundId}::text is null or provider_refund_id is null)
          )
        )
      for update
    ),
    moved as (
      update refunds set
        status = ${status},
        provider_refund_id = coalesce(${providerRefundId}::text, refunds.provider_refund_id),
        next_attempt_at = case
          when ${status === 'sent'}::boolean then now() + make_interval(secs => ${waitSeconds})
        end,
        -- A repeated report does not change when it was done.
        updated_at = case when refunds.status = ${status} then refunds.updated_at else now() end
      from known
      where refunds.id = known.id
        and known.status = any(${before}::text[])
      returning refunds.id, known.status as before, refunds.status, refunds.provider_refund_id, refunds.payment_id,
        refunds.order_id, refunds.status = 'processed' and known.status <> 'processed' as is_done
    ),
    mailed as (${queueRefundMail('moved')}),
    audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'refund.' || status, 'refund', id, jsonb_build_object('status', before),
        jsonb_build_object('status', status, 'providerRefundId', provider_refund_id)
      from moved where status <> before and status in ('processed', 'failed')
    )
    select id from known`.execute(db)
  return rows.length > 0
}

/**
 * Stores a refund that was made at the provider without the shop, with its row in the audit log. False if the payment
 * is not captured here, if the refund is known, or if more would go back than was paid. Lock the payment's checkout
 * first.
 */
export async function insertForeignRefund(db: Db, report: RefundReport): Promise<boolean> {
  const { paymentId, providerRefundId, amountPaise, status, waitSeconds = 0 } = report
  const { rows } = await sql`
    with paid as (
      select payments.id, payments.order_id from payments
      where payments.id = ${paymentId} and payments.status = 'captured'
        and (${status}::text = 'failed' or payments.amount_paise >= ${amountPaise}::bigint + (
          select coalesce(sum(refunds.amount_paise), 0) from refunds
          where refunds.payment_id = payments.id and (is_foreign or refunds.status in ('sent', 'processed')) and is_counted
        ))
    ),
    -- Made by hand in place of the shop's own that failed, for cancelled or returned pieces of an order that stands.
    replaced as (
      update refunds set status = 'replaced', updated_at = now()
      from (
        select own.id from refunds own join paid on paid.id = own.payment_id join orders on orders.id = own.order_id
        where not own.is_foreign and own.status = 'failed' and own.reason in ('pieces cancelled', 'pieces returned', 'exchange returned')
          and own.amount_paise = ${amountPaise}::bigint and (orders.status <> 'cancelled' or orders.is_called_back) and ${status}::text <> 'failed'
          and not exists (select from refunds known where known.is_foreign and known.provider_refund_id = ${providerRefundId}::text)
        order by own.created_at, own.id limit 1
      ) failed
      where refunds.id = failed.id
      returning refunds.id, refunds.reason
    ),
    replaced_audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'refund.replaced', 'refund', id, jsonb_build_object('status', 'failed'), jsonb_build_object('status', 'replaced')
      from replaced
    ),
    reported as (
      insert into refunds (
        id, payment_id, order_id, amount_paise, reason, status, provider_refund_id, is_foreign, next_attempt_at
      )
      select ${newId()}, paid.id, paid.order_id, ${amountPaise},
        coalesce((select reason from replaced), 'refunded at the provider'),
        ${status}, ${providerRefundId}, true,
        case when ${status === 'sent'}::boolean then now() + make_interval(secs => ${waitSeconds}) end
      from paid
      on conflict do nothing
      returning id, payment_id, order_id, provider_refund_id, amount_paise, status, status = 'processed' as is_done
    ),
    mailed as (${queueRefundMail('reported')}),
    audited as (
      insert into audit_log (action, subject_type, subject_id, after)
      select 'refund.reported', 'payment', payment_id,
        jsonb_build_object('id', provider_refund_id, 'amountPaise', amount_paise, 'status', status)
      from reported
    )
    select id from reported`.execute(db)
  return rows.length > 0
}

/** The money of a payment, and how much of it goes back. */
export interface ReturnedMoney {
  paidPaise: number
  orderId: string | null
  checkoutId: string
  /** Back, on its way, or asked for. */
  countedPaise: number
  /** Back for certain. */
  processedPaise: number
  /** What the provider made refunds of, as far as the shop knows. */
  atProviderPaise: number
  /** Why the shop returned it last; null if it never did. */
  reason: RefundReason | null
  /** All of it is to go back: it made no order, or its order was cancelled before it left. */
  isOwed: boolean
  /** Some of it goes back for pieces that come back, or for those of exchanges. */
  isReturned: boolean
  isOfExchanges: boolean
}

/** Undefined for a payment that is not captured here. */
export async function findReturnedMoney(db: Db, paymentId: string): Promise<ReturnedMoney | undefined> {
  const { rows } = await sql<ReturnedMoney>`
    select payments.amount_paise as paid_paise, payments.order_id, payments.checkout_id,
      orders.id is null or (orders.status = 'cancelled' and not orders.is_called_back) as is_owed,
      coalesce(orders.returned_paise > 0, false) as is_returned,
      coalesce(orders.exchanges_returned_paise > 0, false) as is_of_exchanges,
      coalesce(sum(refunds.amount_paise), 0)::bigint as counted_paise,
      coalesce(sum(refunds.amount_paise) filter (where refunds.status = 'processed'), 0)::bigint as processed_paise,
      coalesce(sum(refunds.amount_paise) filter (where provider_refund_id is not null), 0)::bigint as at_provider_paise,
      (
        select reason from refunds own where own.payment_id = payments.id and not own.is_foreign
        order by own.created_at desc, own.id desc limit 1
      ) as reason
    from payments
    left join orders on orders.id = payments.order_id
    left join refunds on refunds.payment_id = payments.id and refunds.is_counted
    where payments.id = ${paymentId} and payments.status = 'captured'
    group by payments.id, orders.id`.execute(db)
  return rows[0]
}

/** Takes back what the shop asked for and the provider has not made, with rows in the audit log. */
export async function replaceRequests(db: Db, paymentId: string): Promise<void> {
  await sql`
    with known as (
      select id, status from refunds
      where payment_id = ${paymentId} and not is_foreign and status = any(${statesBefore(REFUND_FACTS, 'replaced')}::text[])
      for update
    ),
    replaced as (
      update refunds set status = 'replaced', next_attempt_at = null, updated_at = now()
      from known where refunds.id = known.id
      returning refunds.id, known.status as before
    )
    insert into audit_log (action, subject_type, subject_id, before, after)
    select 'refund.replaced', 'refund', id, jsonb_build_object('status', before), jsonb_build_object('status', 'replaced')
    from replaced`.execute(db)
}

/**
 * Tells the administrators who watch that the money of an order has changed: its row does not, so no trigger publishes
 * this.
 */
export async function publishOrderOfPayment(db: Db, paymentId: string): Promise<void> {
  await sql`
    select pg_notify('admin_events', 'order update ' || order_id) from payments
    where payments.id = ${paymentId} and order_id is not null
      and exists (select from admin_event_watch where until > now())`.execute(db)
}
