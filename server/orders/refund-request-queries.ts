import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { RefundReason } from '#server/orders/decide-payment-outcome.ts'

/** Why money of an order goes back that was captured for `paid`: it is cancelled, or pieces of it are. */
export const REASON_OF_ORDER = sql`(
  select case status when 'cancelled' then 'order cancelled' else 'pieces cancelled' end from orders where orders.id = paid.order_id
)`

/**
 * Statements of a `with` that request a refund of what of the `payments` is neither back nor on its way, with its row in the
 * audit log; for cancelled pieces at most of what they cost. `requested` are the new refunds. Lock the checkout first: two at once would
 * each ask for the same rest.
 */
export const requestRefunds = (
  payments: RawBuilder<unknown>,
  {
    id,
    reason,
    actorId = null,
  }: { id: string; reason: RefundReason | typeof REASON_OF_ORDER; actorId?: string | null },
): RawBuilder<unknown> => sql`
  requested as (
    insert into refunds (id, payment_id, order_id, amount_paise, reason, status, next_attempt_at)
    select ${id}, paid.id, paid.order_id, rest.paise, why.reason, 'pending', now()
    from ${payments} paid
    cross join lateral (select ${reason}::text as reason) why
    cross join lateral (
      select paid.amount_paise - coalesce(sum(refunds.amount_paise), 0)::bigint as paise,
        coalesce(sum(refunds.amount_paise) filter (where refunds.reason = 'pieces cancelled'), 0)::bigint as of_pieces_paise
      from refunds where payment_id = paid.id and is_counted
    ) uncounted
    cross join lateral (
      select case when why.reason = 'pieces cancelled' then least(
        uncounted.paise, (select cancelled_paise from orders where orders.id = paid.order_id) - uncounted.of_pieces_paise
      ) else uncounted.paise end as paise
    ) rest
    where rest.paise > 0
    returning id, payment_id, amount_paise, reason
  ),
  request_audited as (
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}::text, 'refund.requested', 'refund', id,
      jsonb_build_object('paymentId', payment_id, 'amountPaise', amount_paise, 'reason', reason)
    from requested
  )`

/**
 * Requests a refund of the captured payment of an order, if anything is to go back: what is left of a cancelled order, or what its
 * cancelled pieces cost.
 */
export async function requestRefundOfOrder(
  db: Db,
  { id, orderId, actorId }: { id: string; orderId: string; actorId: string | null },
): Promise<void> {
  const captured = sql`(select * from payments where payments.order_id = ${orderId} and payments.status = 'captured')`
  const requests = requestRefunds(captured, { id, reason: REASON_OF_ORDER, actorId })
  await sql`with ${requests} select from requested`.execute(db)
}

/** Requests a refund of what is left of a payment, if anything is. */
export async function requestRefundOfPayment(
  db: Db,
  { id, paymentId, reason }: { id: string; paymentId: string; reason: RefundReason | typeof REASON_OF_ORDER },
): Promise<void> {
  const paid = sql`(select * from payments where payments.id = ${paymentId})`
  await sql`with ${requestRefunds(paid, { id, reason })} select from requested`.execute(db)
}
