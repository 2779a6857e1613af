import { sql } from 'kysely'

import type { ReturnStatus } from '#contract/states/return-states.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderToSend } from '#server/orders/parcels/parcel-queries.ts'

/** What a courier service has to know of a return that it fetches, beside its parcel. */
export type ReturnToFetch = Pick<OrderToSend, 'orderedAt' | 'address' | 'email' | 'totalPaise' | 'lines'> & {
  status: ReturnStatus
}

/** Of its pieces alone. The total is what was asked for them, which is what they are worth on their way. */
export async function getReturnToFetch(db: Db, returnId: string): Promise<ReturnToFetch> {
  const { rows } = await sql<ReturnToFetch>`
    select returns.status, orders.created_at as ordered_at, orders.address, users.email,
      (
        select sum(piece.quantity * line.paid_price_paise)::bigint
        from return_lines piece join order_lines line on line.id = piece.order_line_id where piece.return_id = returns.id
      ) as total_paise,
      (
        select json_agg(json_build_object('name', trim(line.name || ' ' || line.size), 'sku', size.sku,
          'quantity', piece.quantity, 'pricePaise', line.paid_price_paise, 'hsn', line.hsn) order by line.position)
        from return_lines piece join order_lines line on line.id = piece.order_line_id
        left join product_sizes size on size.id = line.product_size_id
        where piece.return_id = returns.id
      ) as lines
    from returns join orders on orders.id = returns.order_id join users on users.id = orders.user_id
    where returns.id = ${returnId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a parcel has no return')
  return row
}

/**
 * Has the courier service forget the parcel of a return that no courier has: any, or with `keepsBooked` only one that
 * is not booked yet. What is just being asked for is forgotten after whoever asks, so that it is found. Lock the order
 * first.
 */
export async function cancelReturnParcel(
  db: Db,
  returnId: string,
  { keepsBooked }: { keepsBooked: boolean },
): Promise<void> {
  await sql`
    update parcels set state = 'cancelling', failure = null, attempts = 0, next_check_at = null,
      next_attempt_at = case when state = 'asked' then greatest(next_attempt_at, now()) else now() end
    where return_id = ${returnId} and (
      state in ('asked', 'refused') or (state = 'booked' and step = 'booked' and not ${keepsBooked}::boolean)
    )`.execute(db)
}

/** Queues the mail that a courier fetches a return: once more where another courier is booked. */
export async function mailPickUp(db: Db, returnId: string): Promise<void> {
  await sql`
    insert into mails (name, key, user_id)
    select 'return-pick-up', returns.id, orders.user_id from returns join orders on orders.id = returns.order_id
    where returns.id = ${returnId}
    on conflict (name, key) do update set at = excluded.at, due_at = excluded.due_at`.execute(db)
}
