import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { claimDue } from '#server/db/claim-due.ts'

export interface DueRefund {
  id: string
  paymentId: string
  amountPaise: number
  providerRefundId: string | null
  attempts: number
  /** Of a payment of the emulated provider. */
  isSandbox: boolean
  /** What the bank has taken back already, in disputes that are lost. */
  lostPaise: number
}

/**
 * Claims refunds that are due. A refund of a payment whose dispute is open waits, unless it was sent before. The emulated
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

interface RefundReport {
  paymentId: string
  /** Null where it is only known that the money went back, or cannot go back. */
  providerRefundId: string | null
  /** The shop's id of the refund, where what is told is the shop's own. */
  ownId?: string | undefined
  amountPaise: number
  status: 'sent' | 'processed' | 'failed'
  /** When to ask again, unless it is over. */
  waitSeconds: number
}

/**
 * Keeps how far a refund has come, forward only, with a row in the audit log once it is over. False when the shop asked
 * for no such refund. One that was made by hand is taken for it only once it has returned the whole amount, and only where
 * the shop's own has no place at the provider yet, or failed: until then the shop's own is still to be sent.
 */
export async function keepRefundProgress(db: Db, report: RefundReport): Promise<boolean> {
  const { paymentId, providerRefundId, ownId = null, amountPaise, status, waitSeconds } = report
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
        -- Said twice, it is done since it was said first.
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
    told as (
      -- Whoever looks at the order sees how its money stands; the order itself does not change, so nothing else tells.
      select pg_notify('admin_events', 'order update ' || order_id) from ended
      where order_id is not null and exists (select from admin_event_watch where until > now())
    ),
    audited as (
      insert into audit_log (action, subject_type, subject_id, before, after)
      select 'refund.' || status, 'refund', id, jsonb_build_object('status', before),
        jsonb_build_object('status', status, 'providerRefundId', provider_refund_id)
      from ended
    )
    -- Nothing is told unless somebody reads it.
    select id, (select count(*) from told) as told from known`.execute(db)
  return rows.length > 0
}
