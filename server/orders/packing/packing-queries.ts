import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export interface PackedLine {
  lineId: string
  sku: string | null
  barcode: string | null
  storagePlace: string | null
  packed: number
}

interface PackingRow {
  orderId: string
  lines: PackedLine[]
  reason: string | null
  putAsideAt: Date | null
}

/** What the packing table knows of these orders. */
export async function listPackingRows(db: Db, orderIds: readonly string[]): Promise<Map<string, PackingRow>> {
  const { rows } = await sql<PackingRow>`
    select orders.id as order_id, aside.reason, aside.put_aside_at,
      (
        select json_agg(json_build_object('lineId', line.id, 'sku', size.sku, 'barcode', size.barcode,
          'storagePlace', size.storage_place, 'packed',
          (select count(*) from packed_items piece where piece.order_line_id = line.id)))
        from order_lines line left join product_sizes size on size.id = line.product_size_id
        where line.order_id = orders.id
      ) as lines
    from orders left join orders_put_aside aside on aside.order_id = orders.id
    where orders.id = any(${orderIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Those of these keys that pieces have already, with the order of each. */
export async function findPackedKeys(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; orderId: string }>`
    select piece.key, line.order_id from packed_items piece join order_lines line on line.id = piece.order_line_id
    where piece.key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, orderId }) => [key, orderId]))
}

interface NewPiece {
  key: string
  orderLineId: string
  actorId: string
}

/** Notes pieces as packed and returns each with its size, without those whose key a piece has already. */
export async function insertPackedItems(
  db: Db,
  pieces: readonly NewPiece[],
): Promise<{ key: string; productSizeId: string }[]> {
  const [keys, lineIds] = [pieces.map(({ key }) => key), pieces.map(({ orderLineId }) => orderLineId)]
  const actorIds = pieces.map(({ actorId }) => actorId)
  const { rows } = await sql<{ key: string; productSizeId: string }>`
    with noted as (
      insert into packed_items (key, order_line_id, actor_id)
      select * from unnest(${keys}::text[], ${lineIds}::text[], ${actorIds}::text[])
      on conflict (key) do nothing
      returning key, order_line_id
    )
    select noted.key, line.product_size_id from noted join order_lines line on line.id = noted.order_line_id`.execute(
    db,
  )
  return rows
}

/** Notes that an order waits, and why; the reason of before is replaced. */
export async function putOrderAside(db: Db, orderId: string, reason: string): Promise<void> {
  await sql`
    insert into orders_put_aside (order_id, reason) values (${orderId}, ${reason})
    on conflict (order_id) do update set reason = excluded.reason, put_aside_at = now()`.execute(db)
}

/** Does nothing for an order that was not put aside. */
export async function takeOrderUp(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('ordersPutAside').where('orderId', '=', orderId).execute()
}
