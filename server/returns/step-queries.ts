import { sql } from 'kysely'

import type { PieceCondition, PiecePlace } from '#contract/returns/piece-conditions.ts'
import type { ReturnMailStep } from '#contract/returns/return-mails.ts'
import type { ReturnStatus } from '#contract/states/return-states.ts'
import type { Db } from '#server/db/database.ts'

import { returnMailName } from '#contract/returns/return-mails.ts'

/**
 * Steps that their customer gets a mail about. Who owed nothing for a parcel that came back has been told so with its
 * order.
 */
const MAILED = ['approved', 'refused', 'received', 'lost'] as const satisfies ReturnStatus[]

interface Step {
  returnId: string
  from: ReturnStatus
  to: ReturnStatus
  /** Null for the courier. */
  actorId: string | null
  /** In somebody's words. */
  reason?: string | undefined
  /** The same in the shop's own words. */
  remark?: string
}

/**
 * Moves a return, and stores when, by whom and why, with the mail about it and a row in the audit log, which has no
 * reason that somebody wrote. False if it is not at `from`. Lock its order first.
 */
export async function updateReturnStatus(
  db: Db,
  { returnId, from, to, actorId, reason, remark }: Step,
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update returns set status = ${to},
        received_at = case when ${to === 'received'}::boolean then clock_timestamp() else received_at end
      where id = ${returnId} and status = ${from} returning id, order_id, origin
    ),
    stepped as (
      insert into return_steps (return_id, status, actor_id, reason) select id, ${to}, ${actorId}::text, ${reason ?? remark ?? null} from moved
    ),
    mailed as (
      insert into mails (name, key, user_id)
      select 'return-' || ${to}::text, moved.id, orders.user_id from moved join orders on orders.id = moved.order_id
      where ${(MAILED as readonly string[]).includes(to)}::boolean
        and (moved.origin in ('customer', 'staff') or not orders.is_cash)
    ),
    audited as (
      insert into audit_log (actor_id, action, subject_type, subject_id, before, after)
      select ${actorId}::text, 'return.' || ${to}::text, 'return', id, jsonb_build_object('status', ${from}::text),
        jsonb_strip_nulls(jsonb_build_object(
          'status', ${to}::text, 'order', order_id, 'reason', ${remark ?? null}::text,
          'hasReason', ${reason === undefined ? null : true}::boolean
        ))
      from moved
    )
    select id from moved`.execute(db)
  return rows.length > 0
}

/** Queues the mail about what is no status of a return; once. */
export async function queueReturnMail(
  db: Db,
  { id, userId }: { id: string; userId: string },
  about: Extract<ReturnMailStep, 'delivered' | 'exchange-ended'>,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({ name: returnMailName(about), key: id, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
