import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

interface ShippingStep {
  actorId: string | null
  isRecent: boolean
}

/**
 * Who shipped an order, and whether that was within so many seconds; undefined if it was not. Locks its mail first: one
 * that is being sent is seen as no longer recent. Lock the order's checkout before.
 */
export async function findShippingStep(db: Db, orderId: string, seconds: number): Promise<ShippingStep | undefined> {
  await sql`select from mails where name = 'order-shipped' and key = ${orderId} for update`.execute(db)
  const { rows } = await sql<ShippingStep>`
    select actor_id, at > clock_timestamp() - make_interval(secs => ${seconds}) as is_recent
    from order_steps where order_id = ${orderId} and status = 'shipped'`.execute(db)
  return rows[0]
}

/**
 * Puts a shipped order back to where it was, without its courier, its step and its mail. False if it is not shipped any
 * more.
 */
export async function deleteShippingStep(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update orders set status = 'order placed', shipment = null where id = ${orderId} and status = 'shipped' returning id
    ),
    stepped as (delete from order_steps using moved where order_id = moved.id and status = 'shipped'),
    mailed as (delete from mails using moved where name = 'order-shipped' and key = moved.id)
    select id from moved`.execute(db)
  return rows.length > 0
}

/** The pieces of an order that were packed one by one, without those that were cancelled since. */
export async function listPackedLines(db: Db, orderId: string): Promise<{ productSizeId: string; quantity: number }[]> {
  const { rows } = await sql<{ productSizeId: string; quantity: number }>`
    select line.product_size_id, least(count(piece.key), line.quantity - line.cancelled)::integer as quantity
    from order_lines line join packed_items piece on piece.order_line_id = line.id
    where line.order_id = ${orderId} and line.cancelled < line.quantity
    group by line.id`.execute(db)
  return rows
}
