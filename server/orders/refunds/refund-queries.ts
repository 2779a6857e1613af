import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { claimDue } from '#server/db/claim-due.ts'

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
 * Claims due refunds. A refund waits while a dispute of its payment is open, unless it was sent before. The emulated provider
 * gets none of the real provider's refunds.
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

interface RefundReport {
  paymentId: string
  /** Null if it is only known that the money was returned, or cannot be. */
  providerRefundId: string | null
  /** The shop's id of the refund, if the provider reports the shop's own. */
  ownId?: string | undefined
  amountPaise: number
  status: 'sent' | 'processed' | 'failed'
  /** For a sent refund: when to ask again. */
  waitSeconds?: number
}

/**
 * Stores the status of a refund, which only moves forward, with a row in the audit log once it has ended. False if the shop
 * requested no such refund. A refund made by hand replaces the shop's own only if it returned the whole amount and the provider
 * does not know the shop's own, or reports it as failed. Until then the shop's own is still to be sent.
 */
export async function saveRefundStatus(db: Db, report: RefundReport): Promise<boolean> {
  const { paymentId, providerRefundId, ownId = null, amountPaise, status, waitSeconds = 0 } = report
  const stages = sql`array['pending', 'sent', 'failed', 'processed']`
  const { rows } = await sql`
    with known as (
      select id, status, provider_refund_id from refunds
      where payment_id = ${paymentId}
        and (
          ${providerRefundId}::text is null or provider_refund_id = ${providerRefundId}::text
          or (amount_paise = ${amountPaise} and provider_refund_id is null and id = ${ownId}::text)
          or (
            amount_paise = ${amountPaise} and ${status}::text = 'processed'
            and (provider_refund_id is null or status = 'failed')
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
        updated_at = case when refunds.status = ${status} then refunds.updated_at else now() end,
        mail_due_at = case
          when ${status === 'processed'}::boolean and refunds.status <> 'processed' then now()
          else refunds.mail_due_at
        end
      from known
      where refunds.id = known.id
        and array_position(${stages}, ${status}::text) >= array_position(${stages}, known.status)
      returning refunds.id, refunds.order_id, known.status as before, refunds.status, refunds.provider_refund_id
    ),
    ended as (
      select * from moved where status <> before and status in ('processed', 'failed')
    ),
    published as (
      -- The page of the order shows the refund. The order's row does not change, so no trigger publishes this.
      select pg_notify('admin_events', 'order update ' || order_id) from ended
      where order_id is not null and exists (select from admin_event_watch where until > now())
    ),
    audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'refund.' || status, 'refund', id, jsonb_build_object('status', before),
        jsonb_build_object('status', status, 'providerRefundId', provider_refund_id)
      from ended
    )
    -- PostgreSQL does not run a select of a with that nobody reads.
    select id, (select count(*) from published) from known`.execute(db)
  return rows.length > 0
}
