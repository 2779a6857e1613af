import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { NOT_DELIVERED } from '#contract/returns/return-reasons.ts'
import type { ParcelOrigin, ReturnStatus } from '#contract/states/return-states.ts'
import { newId } from '#server/db/new-id.ts'

/**
 * Notes that the parcel of an order that was cancelled on its way comes back, or is lost: from now on all of its
 * pieces, and their money, belong to a return that is on its way, or lost. Lock the order first.
 */
export async function insertParcelReturn(
  db: Db,
  { orderId, origin, actorId }: { orderId: string; origin: ParcelOrigin; actorId: string | null },
): Promise<void> {
  const status: ReturnStatus = origin === 'parcel lost' ? 'lost' : 'on its way'
  await sql`
    with marked as (update orders set is_called_back = true where id = ${orderId} returning id),
    made as (
      insert into returns (id, order_id, status, origin) select ${newId()}, id, ${status}, ${origin} from marked
      returning id, order_id
    ),
    listed as (
      insert into return_lines (return_id, order_line_id, quantity, reason)
      select made.id, line.id, line.quantity - line.cancelled, ${NOT_DELIVERED}
      from made join order_lines line on line.order_id = made.order_id and line.quantity > line.cancelled
      returning quantity
    ),
    stepped as (
      insert into return_steps (return_id, status, actor_id) select id, ${status}, ${actorId} from made
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}, ${`return.${status}`}, 'return', id,
      jsonb_build_object('order', order_id, 'pieces', (select sum(quantity) from listed))
    from made`.execute(db)
}
