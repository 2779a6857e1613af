import { sql } from 'kysely'

import type { PieceCondition, PiecePlace, ReturnStatus } from '#contract/returns/return-states.ts'
import type { Db } from '#server/db/database.ts'

interface Step {
  returnId: string
  from: ReturnStatus
  to: ReturnStatus
  actorId: string
  reason: string | undefined
}

/** Moves a return, and stores when, by whom and why, with a row in the audit log. False if it is not at `from`. Lock its order first. */
export async function updateReturnStatus(db: Db, { returnId, from, to, actorId, reason }: Step): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update returns set status = ${to},
        received_at = case when ${to === 'received'}::boolean then clock_timestamp() else received_at end
      where id = ${returnId} and status = ${from} returning id, order_id
    ),
    stepped as (
      insert into return_steps (return_id, status, actor_id, reason) select id, ${to}, ${actorId}, ${reason ?? null} from moved
    ),
    audited as (
      insert into audit_log (actor_id, action, subject_type, subject_id, before, after)
      select ${actorId}, 'return.' || ${to}::text, 'return', id, jsonb_build_object('status', ${from}::text),
        jsonb_strip_nulls(jsonb_build_object('status', ${to}::text, 'order', order_id, 'reason', ${reason ?? null}::text))
      from moved
    )
    select id from moved`.execute(db)
  return rows.length > 0
}

export interface InspectedLine {
  orderLineId: string
  condition: PieceCondition
  goesTo: PiecePlace
  quantity: number
}

/** Stores how the pieces of a return were found. Each line, condition and place is named once. */
export async function insertInspected(db: Db, returnId: string, found: readonly InspectedLine[]): Promise<void> {
  await db
    .insertInto('inspectedPieces')
    .values(found.map((line) => ({ returnId, ...line })))
    .execute()
}
