import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { EXCHANGE_HOLD_DAYS } from '#contract/returns/return-limits.ts'
import { FIRST_JOIN } from '#server/returns/money-left-queries.ts'

/** The size of this name of the product of an order's line. */
export async function findExchangeSize(db: Db, orderLineId: string, size: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select size.id from order_lines line
    join products on products.id = line.product_id and products.deleted_at is null
    join product_sizes size on size.product_id = products.id and size.id <> line.product_size_id
    where line.id = ${orderLineId} and size.size = ${size}`.execute(db)
  return rows[0]?.id
}

/** Notes that pieces of other sizes are held for lines of a return, for so many days. */
export async function setHeld(
  db: Db,
  returnId: string,
  lines: readonly { orderLineId: string; productSizeId: string; quantity: number }[],
): Promise<void> {
  const rows = JSON.stringify(lines)
  await sql`
    with held as (
      update return_lines line set exchange_size_id = given."productSizeId", held = given.quantity
      from jsonb_to_recordset(${rows}::jsonb) as given ("orderLineId" text, "productSizeId" text, quantity integer)
      where line.return_id = ${returnId} and line.order_line_id = given."orderLineId"
    )
    update returns set held_until = now() + make_interval(days => ${EXCHANGE_HOLD_DAYS}) where id = ${returnId}`.execute(
    db,
  )
}

/** Notes that so many pieces are held no longer. Without any left the return waits for no day. */
export async function lowerHeld(
  db: Db,
  returnId: string,
  lines: readonly { id: string; quantity: number }[],
): Promise<void> {
  await sql`
    update return_lines line set held = held - given.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (id text, quantity integer)
    where line.return_id = ${returnId} and line.order_line_id = given.id`.execute(db)
  await sql`
    update returns set held_until = null
    where id = ${returnId} and not exists (select from return_lines where return_id = returns.id and held > 0)`.execute(
    db,
  )
}

/** The returns that hold another size although nothing has come for too long. */
export async function listEndedHolds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from returns where held_until <= now() and status in ('asked', 'approved') order by held_until limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * The returns whose other size did not leave with their pieces, because the payment was disputed, and whose dispute the
 * shop has won.
 */
export async function listWonHolds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select returns.id from returns
    join orders on orders.id = returns.order_id ${FIRST_JOIN}
    where returns.held_until is not null and returns.status in ('on its way', 'received', 'inspected', 'lost') and (
      select bool_and(disputes.status in ('won', 'closed'))
      from payments join disputes on disputes.payment_id = payments.id where payments.order_id = first.id
    )
    order by returns.held_until limit 100`.execute(db)
  return rows.map(({ id }) => id)
}
