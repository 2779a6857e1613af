import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { RefundReason } from '#server/orders/decide-payment-outcome.ts'

import { MIN_REFUND_PAISE } from '#server/payments/refund-limits.ts'

/**
 * Why money of an order goes back that stands: its own pieces come back, or those of an exchange that stands in for
 * them.
 */
export type ReturnedReason = Extract<RefundReason, 'pieces returned' | 'exchange returned'>

/**
 * Why money of an order goes back that was captured for `paid`: it was cancelled before it left, or pieces of it were.
 */
export const REASON_OF_ORDER = sql`(
  select case when status = 'cancelled' and not is_called_back then 'order cancelled' else 'pieces cancelled' end
  from orders where orders.id = paid.order_id
)`

/**
 * What of the store credit of `orders` stays used while it stands: not the share of its cancelled pieces, and of an
 * exchange not what went back at the provider for its pieces.
 */
export const REMAINING_CREDIT = sql`greatest(0, orders.credit_paise - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise) - coalesce((
  select sum(part.amount_paise) from refunds part where part.order_id = orders.id and part.source_id is not null and part.is_counted
), 0)::bigint)`

/**
 * The shop's own `refunds` that are too little for the provider, so that none of them was ever sent, and that go with
 * the next request for the same reason, or for all that is left.
 */
const IS_TOO_LITTLE = sql`not refunds.is_foreign and refunds.provider_refund_id is null
  and refunds.amount_paise < ${MIN_REFUND_PAISE} and refunds.status in ('pending', 'failed')
  and (refunds.reason = why.reason or why.reason not in ('pieces cancelled', 'pieces returned', 'exchange returned'))`

/**
 * Statements of a `with` that request a refund of what of the `payments` is neither back nor on its way, with its row
 * in the audit log; for pieces that were cancelled or come back at most of what they cost in money. It takes the place
 * of what was too little to be sent. `requested` are the new refunds. Lock the checkout first: two at once would each
 * ask for the same rest.
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
    select ${id}, paid.id, paid.order_id, rest.paise + (
      select coalesce(sum(amount_paise), 0) from refunds where refunds.payment_id = paid.id and ${IS_TOO_LITTLE}
    ), why.reason, 'pending', now()
    from ${payments} paid
    cross join lateral (select ${reason}::text as reason) why
    cross join lateral (
      select paid.amount_paise - coalesce(sum(refunds.amount_paise), 0)::bigint as paise,
        coalesce(sum(refunds.amount_paise) filter (where refunds.reason = why.reason), 0)::bigint as of_reason_paise,
        coalesce(sum(refunds.amount_paise) filter (where refunds.reason in ('pieces returned', 'exchange returned')), 0)::bigint as of_returned_paise
      from refunds where payment_id = paid.id and is_counted
    ) uncounted
    cross join lateral (
      select case
        when why.reason = 'pieces cancelled' then least(uncounted.paise, (
          select cancelled_paise - uncharged_paise - credit_of_pieces(total_paise, credit_paise, cancelled_paise)
          from orders where orders.id = paid.order_id
        ) - uncounted.of_reason_paise)
        when why.reason in ('pieces returned', 'exchange returned') then (
          select least(
            uncounted.paise,
            returned_paise + exchanges_returned_paise - uncounted.of_returned_paise - greatest(
              credit_of_pieces(total_paise, credit_paise, cancelled_paise + returned_paise + exchanges_returned_paise)
                - credit_of_pieces(total_paise, credit_paise, cancelled_paise),
              -- More than its share where money that went back at the provider was missing.
              credited.paise
            ),
            case why.reason when 'pieces returned' then returned_paise else exchanges_returned_paise end
              - uncounted.of_reason_paise - credited.of_reason_paise
          )
          from orders cross join lateral (
            select coalesce(sum(amount_paise), 0)::bigint as paise,
              coalesce(sum(amount_paise) filter (where credit.reason = why.reason), 0)::bigint as of_reason_paise
            from refunds credit
            where orders.credit_paise > 0 and credit.order_id = orders.id and credit.payment_id is null
              and credit.reason in ('pieces returned', 'exchange returned')
          ) credited
          where orders.id = paid.order_id
        )
        else uncounted.paise
      end as paise
    ) rest
    where rest.paise > 0
    returning id, payment_id, amount_paise, reason
  ),
  little as (
    select refunds.id, refunds.status, refunds.amount_paise from refunds
    join requested why on why.payment_id = refunds.payment_id where ${IS_TOO_LITTLE}
    for update of refunds
  ),
  joined as (
    update refunds set status = 'replaced', next_attempt_at = null, updated_at = now() from little where refunds.id = little.id
    returning refunds.id, little.status as before
  ),
  joined_audited as (
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after)
    select ${actorId}::text, 'refund.replaced', 'refund', id, jsonb_build_object('status', before), jsonb_build_object('status', 'replaced')
    from joined
  ),
  request_audited as (
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}::text, 'refund.requested', 'refund', id,
      jsonb_build_object('paymentId', payment_id, 'amountPaise', amount_paise, 'reason', reason)
    from requested
  )`

/**
 * Requests a refund of the captured payment of an order, if anything is to go back: what is left of a cancelled order,
 * or what its cancelled pieces cost.
 */
export async function requestRefundOfOrder(
  db: Db,
  { id, orderId, actorId }: { id: string; orderId: string; actorId: string | null },
): Promise<void> {
  const captured = sql`(select * from payments where payments.order_id = ${orderId} and payments.status = 'captured')`
  const requests = requestRefunds(captured, { id, reason: REASON_OF_ORDER, actorId })
  await sql`with ${requests} select from requested`.execute(db)
}

interface ReturnedOrder {
  checkoutId: string
  /** What of its store credit is used, before any comes back. */
  usedPaise: number
  /** What of it stays used once its share has come back. */
  keptPaise: number
}

/** Notes that so much of an order goes back for pieces that come back. Lock the order first. */
export async function addReturned(
  db: Db,
  { orderId, amountPaise, reason }: { orderId: string; amountPaise: number; reason: ReturnedReason },
): Promise<ReturnedOrder> {
  const column = reason === 'pieces returned' ? sql`returned_paise` : sql`exchanges_returned_paise`
  const { rows } = await sql<ReturnedOrder>`
    update orders set ${column} = ${column} + ${amountPaise}::bigint where id = ${orderId}
    returning checkout_id, case when credit_paise > 0 then coalesce((
        select -sum(change_paise) from store_credit_ledger where checkout_id = orders.checkout_id
      ), 0) else 0 end::bigint as used_paise,
      credit_paise - credit_of_pieces(
        total_paise, credit_paise, cancelled_paise + returned_paise + exchanges_returned_paise
      ) as kept_paise`.execute(db)
  const [order] = rows
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}

/** Requests a refund of what of an order's payment goes back for the pieces that come back, and returns how much. */
export async function requestRefundOfReturned(
  db: Db,
  { id, orderId, actorId, reason }: { id: string; orderId: string; actorId: string | null; reason: ReturnedReason },
): Promise<number> {
  const captured = sql`(select * from payments where payments.order_id = ${orderId} and payments.status = 'captured')`
  const requests = requestRefunds(captured, { id, reason, actorId })
  // What was too little before goes with it, and is no part of what goes back now.
  const { rows } = await sql<{ amountPaise: number }>`
    with ${requests}
    select amount_paise - coalesce((select sum(amount_paise) from little), 0)::bigint as amount_paise from requested`.execute(
    db,
  )
  return rows[0]?.amountPaise ?? 0
}

/** Requests a refund of what is left of a payment, if anything is. */
export async function requestRefundOfPayment(
  db: Db,
  { id, paymentId, reason }: { id: string; paymentId: string; reason: RefundReason | typeof REASON_OF_ORDER },
): Promise<void> {
  const paid = sql`(select * from payments where payments.id = ${paymentId})`
  await sql`with ${requestRefunds(paid, { id, reason })} select from requested`.execute(db)
}

/**
 * Notes store credit that came back for an order that is paid online, so that a document answers it as it answers
 * money.
 */
export async function insertCreditRefund(
  db: Db,
  {
    id,
    orderId,
    paise,
    actorId,
    reason,
  }: {
    id: string
    orderId: string
    paise: number
    actorId: string | null
    reason: RefundReason | typeof REASON_OF_ORDER
  },
): Promise<void> {
  await sql`
    with paid as (select ${orderId}::text as order_id),
    returned as (
      insert into refunds (id, order_id, amount_paise, reason, status)
      select ${id}, order_id, ${paise}, ${reason}::text, 'processed' from paid
      returning id, order_id, amount_paise, reason
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}::text, 'refund.requested', 'refund', id,
      jsonb_build_object('storeCredit', true, 'amountPaise', amount_paise, 'reason', reason)
    from returned`.execute(db)
}
