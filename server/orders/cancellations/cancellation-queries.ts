import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { REMAINING_CREDIT } from '#server/orders/refund-request-queries.ts'

/**
 * Notes that pieces of an order are cancelled, for which nothing is due any more, with the mail that says so and a row
 * in the audit log, which has no reason that somebody wrote. Returns what the rest of the order costs, and what of that
 * store credit pays. Lock the order first.
 */
export async function insertCancellation(
  db: Db,
  {
    orderId,
    actorId,
    reason,
    lines,
  }: {
    orderId: string
    actorId: string
    reason: string | undefined
    lines: readonly { id: string; quantity: number }[]
  },
): Promise<{ restPaise: number; creditKeptPaise: number }> {
  const id = newId()
  const [ids, quantities] = [lines.map((line) => line.id), lines.map(({ quantity }) => quantity)]
  const { rows } = await sql<{ restPaise: number; creditKeptPaise: number }>`
    with chosen as (
      select * from unnest(${ids}::text[], ${quantities}::integer[]) as chosen (order_line_id, quantity)
    ),
    lessened as (
      update order_lines line set cancelled = line.cancelled + chosen.quantity
      from chosen where line.id = chosen.order_line_id and line.order_id = ${orderId}
      returning line.id, chosen.quantity, line.paid_price_paise * chosen.quantity
        - discount_of_pieces(line.discount_paise, line.quantity, line.cancelled)
        + discount_of_pieces(line.discount_paise, line.quantity, line.cancelled - chosen.quantity) as paise
    ),
    noted as (
      insert into cancellations (id, order_id, actor_id, reason, amount_paise)
      select ${id}, ${orderId}, ${actorId}, ${reason ?? null}, sum(paise)::bigint from lessened
      returning id, order_id, amount_paise, at
    ),
    listed as (
      insert into cancelled_pieces (cancellation_id, order_line_id, quantity) select ${id}, lessened.id, quantity from lessened
    ),
    moved as (
      update orders set cancelled_paise = cancelled_paise + noted.amount_paise
      from noted where orders.id = noted.order_id
      returning orders.id, user_id, total_paise - cancelled_paise as rest_paise,
        ${REMAINING_CREDIT} as credit_kept_paise
    ),
    undue as (
      update cash_payments set amount_paise = rest_paise - credit_kept_paise from moved
      where cash_payments.order_id = moved.id and status = 'cash due' and rest_paise > 0
    ),
    mailed as (
      insert into mails (name, key, user_id, at) select 'pieces-cancelled', noted.id, user_id, noted.at from noted, moved
    ),
    audited as (
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select ${actorId}, 'order.pieces cancelled', 'order', order_id, jsonb_strip_nulls(jsonb_build_object(
        'pieces', (select sum(quantity) from lessened), 'amountPaise', amount_paise, 'hasReason', ${reason === undefined ? null : true}::boolean
      ))
      from noted
    )
    select rest_paise, credit_kept_paise from moved`.execute(db)
  const [moved] = rows
  if (!moved) throw new Error(`order ${orderId} cannot be lessened`)
  return moved
}
