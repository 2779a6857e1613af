import { sql } from 'kysely'

import type { DisputeStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { DISPUTE_STATUSES } from '#contract/states/order-states.ts'

interface Dispute {
  id: string
  paymentId: string
  amountPaise: number
  reason: string
  status: DisputeStatus
}

const DECIDED: readonly DisputeStatus[] = ['closed', 'won', 'lost']

/**
 * Locks the checkout of a payment, as a change of its order's status does, so that the two happen one after the other.
 */
export async function lockCheckoutOfPayment(db: Db, paymentId: string): Promise<void> {
  await sql`
    select id from checkouts
    where id = (select checkout_id from payments where payments.id = ${paymentId}) for update`.execute(db)
}

/**
 * Stores a dispute, or its new status, which only moves forward; and publishes the change to administrators who watch.
 * Uses clock_timestamp(), because now() is when the transaction began, before it waited for the lock.
 */
export async function saveDispute(db: Db, { id, paymentId, amountPaise, reason, status }: Dispute): Promise<void> {
  const rank = (column: string) =>
    sql`array_position(${sql.lit(`{"${DISPUTE_STATUSES.join(`","`)}"}`)}::text[], ${sql.ref(column)})`
  await sql`
    with saved as (
      insert into disputes (id, payment_id, amount_paise, reason, status, created_at, decided_at)
      select ${id}, ${paymentId}, ${amountPaise}, ${reason}, ${status}, at, case when ${DECIDED.includes(status)}::boolean then at end
      from (select clock_timestamp() as at) clock
      on conflict (id) do update set
        status = excluded.status, decided_at = coalesce(disputes.decided_at, excluded.decided_at)
      where ${rank('excluded.status')} > ${rank('disputes.status')}
      returning payment_id
    ),
    published as (
      select pg_notify('admin_events', 'order update ' || order_id) from saved join payments on payments.id = saved.payment_id
      where order_id is not null and exists (select from admin_event_watch where until > now())
    )
    -- PostgreSQL does not run a select of a with that nobody reads.
    select count(*) from published`.execute(db)
}
