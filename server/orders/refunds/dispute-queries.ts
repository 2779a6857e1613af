import { sql } from 'kysely'

import type { DisputeStatus } from '#contract/order-states.ts'
import type { Db } from '#server/db/open.ts'

import { DISPUTE_STATUSES } from '#contract/order-states.ts'

export interface Dispute {
  id: string
  paymentId: string
  amountPaise: number
  reason: string
  status: DisputeStatus
}

const DECIDED: readonly DisputeStatus[] = ['closed', 'won', 'lost']

/** Locks the checkout of a payment, as a step of its order does, so that of a dispute and a step one comes first. */
export async function lockCheckoutOfPayment(db: Db, paymentId: string): Promise<void> {
  await sql`
    select id from checkouts
    where id = (select checkout_id from payments where payments.id = ${paymentId}) for update`.execute(db)
}

/**
 * Keeps how far a dispute has come, forward only, and tells whoever looks at its order. Not now(), which is when the
 * transaction began to wait: of a dispute and a step of its order the later one has to be the later one.
 */
export async function keepDispute(db: Db, { id, paymentId, amountPaise, reason, status }: Dispute): Promise<void> {
  const stage = (column: string) =>
    sql`array_position(${sql.lit(`{"${DISPUTE_STATUSES.join(`","`)}"}`)}::text[], ${sql.ref(column)})`
  await sql`
    with kept as (
      insert into disputes (id, payment_id, amount_paise, reason, status, created_at, decided_at)
      select ${id}, ${paymentId}, ${amountPaise}, ${reason}, ${status}, at, case when ${DECIDED.includes(status)}::boolean then at end
      from (select clock_timestamp() as at) clock
      on conflict (id) do update set
        status = excluded.status, decided_at = coalesce(disputes.decided_at, excluded.decided_at)
      where ${stage('excluded.status')} > ${stage('disputes.status')}
      returning payment_id
    ),
    told as (
      select pg_notify('admin_events', 'order update ' || order_id) from kept join payments on payments.id = kept.payment_id
      where order_id is not null and exists (select from admin_event_watch where until > now())
    )
    -- Nothing is told unless somebody reads it.
    select (select count(*) from kept), (select count(*) from told)`.execute(db)
}
