import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** So many orders are read, because a page is made from the answer while somebody waits for it. */
const NEWEST_ORDERS = 1000

/**
 * The ids of the products with the most pieces that were neither cancelled nor given back in the newest orders, at most
 * `limit`.
 */
export async function listBestSold(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    with newest as (
      select id from orders where status <> 'cancelled' order by created_at desc, id desc limit ${NEWEST_ORDERS}
    )
    select line.product_id from newest join order_lines line on line.order_id = newest.id
    where line.quantity > line.cancelled + line.settled
    group by line.product_id
    order by sum(line.quantity - line.cancelled - line.settled) desc, line.product_id
    limit ${limit}`.execute(db)
  return rows.map(({ productId }) => productId)
}
