import { sql } from 'kysely'

import type { LineReason } from '#contract/returns/return-reasons.ts'
import type { RETURN_ORIGINS, ReturnStatus } from '#contract/states/return-states.ts'
import type { WAYS_BACK } from '#contract/returns/ways-back.ts'
import type { Db } from '#server/db/database.ts'

import { ENDED_STATUSES } from '#contract/states/return-states.ts'
import { inIndia } from '#server/db/india-time.ts'

/** A line of a delivered order, and what of it may come back. */
export interface ReturnableRow {
  id: string
  name: string
  productId: string
  size: string
  /** Delivered pieces that were neither cancelled nor asked back. */
  left: number
  /** The end of the day in India until which it may come back for any reason; null where only a fault counts. */
  until: Date | null
  isOpen: boolean
  /** A discount took its whole price off. */
  isFree: boolean
  /** Other sizes of the product that are in stock. */
  exchangeSizes: string[]
}

/**
 * The lines of an order that was delivered, by the days that were frozen with each. What a release sold that froze none
 * has those of its category, or else `returnDays`. Lock the order first.
 */
export async function listReturnable(db: Db, orderId: string, returnDays: number): Promise<ReturnableRow[]> {
  const day = inIndia(sql`step.at`)
  const { rows } = await sql<ReturnableRow>`
    select line.id, line.name, line.product_id, line.size, rule.until, coalesce(rule.until > now(), false) as is_open,
      line.discount_paise = line.paid_price_paise * line.quantity as is_free,
      line.quantity - line.cancelled - coalesce((
        select sum(asked.quantity) from return_lines asked join returns on returns.id = asked.return_id
        where asked.order_line_id = line.id and returns.status not in ('refused', 'withdrawn')
      ), 0)::integer as left,
      coalesce((
        select json_agg(size.size order by size.position) from product_sizes size
        where size.product_id = products.id and products.deleted_at is null and size.id <> line.product_size_id and size.stock > 0
      ), '[]') as exchange_sizes
    from order_lines line
    join order_steps step on step.order_id = line.order_id and step.status = 'delivered'
    left join products on products.id = line.product_id
    left join categories on categories.id = products.category_id
    cross join lateral (
      select coalesce(line.return_days, categories.return_days, ${returnDays}::integer) as days
    ) allowed
    cross join lateral (
      select case when days > 0 then ${inIndia(sql`(${day}::date + days + 1)::timestamp`)} end as until
    ) rule
    where line.order_id = ${orderId}
    order by line.position`.execute(db)
  return rows
}

/** How many returns of an order were withdrawn or refused. Lock the order first. */
export async function countEnded(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from returns
    where order_id = ${orderId} and status = any(${ENDED_STATUSES}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}

interface NewReturn {
  id: string
  orderId: string
  actorId: string
  origin: (typeof RETURN_ORIGINS)[number]
  wayBack: (typeof WAYS_BACK)[number]
  /** 'approved' where nobody has to look at it first. */
  status: Extract<ReturnStatus, 'asked' | 'approved'>
  lines: readonly { _id: string; quantity: number; reason: LineReason; note?: string | undefined }[]
}

/** Stores a return with its steps, the mail about it and its rows in the audit log. Lock the order first. */
export async function insertReturn(db: Db, made: NewReturn): Promise<void> {
  const { id, orderId, actorId, origin, wayBack, status, lines } = made
  const steps = status === 'asked' ? ['asked'] : ['asked', status]
  const rows = lines.map(({ _id, quantity, reason, note }) => ({
    orderLineId: _id,
    quantity,
    reason,
    note: note ?? null,
  }))
  await sql`
    with made as (
      insert into returns (id, order_id, status, origin, way_back) values (${id}, ${orderId}, ${status}, ${origin}, ${wayBack})
      returning id
    ),
    listed as (
      insert into return_lines (return_id, order_line_id, quantity, reason, note)
      select made.id, line."orderLineId", line.quantity, line.reason, line.note
      from made, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
        "orderLineId" text, quantity integer, reason text, note text
      )
      returning quantity
    ),
    stepped as (
      insert into return_steps (return_id, status, actor_id, at)
      select made.id, step.status, ${actorId}, clock_timestamp() + make_interval(secs => (step.place - 1) / 1e6)
      from made, unnest(${steps}::text[]) with ordinality as step (status, place)
    ),
    mailed as (
      insert into mails (name, key, user_id)
      select 'return-' || ${status}::text, made.id, orders.user_id from made join orders on orders.id = ${orderId}
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}, 'return.' || step, 'return', made.id,
      jsonb_build_object('order', ${orderId}::text, 'pieces', (select sum(quantity) from listed))
    from made, unnest(${steps}::text[]) as step`.execute(db)
}

/** Stores where the money goes: to an account, sealed, to store credit, or without both to where it came from. */
export async function setRefundChoice(
  db: Db,
  returnId: string,
  choice: { refundTo: Uint8Array | null; asCredit: boolean },
): Promise<void> {
  await db.updateTable('returns').set(choice).where('id', '=', returnId).execute()
}

/** Forgets the account. */
export async function removeRefundTo(db: Db, returnId: string): Promise<void> {
  await db.updateTable('returns').set({ refundTo: null }).where('id', '=', returnId).execute()
}

export async function findRefundTo(db: Db, returnId: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('returns').select('refundTo').where('id', '=', returnId).executeTakeFirst()
  return row?.refundTo ?? null
}
