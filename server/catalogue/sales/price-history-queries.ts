import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { bestPrices, runningSales, type Members } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

interface HistoryRow {
  id: string
  at: Date
  pricePaise: number
  discountedPricePaise: number | null
  paidPricePaise: number
  saleId: string | null
  saleTitle: string | null
}

/** The prices of a product, the present ones first. */
export async function listPriceHistory(
  db: Db,
  productId: string,
  { limit, offset }: Window,
): Promise<ListPage<HistoryRow>> {
  const { rows } = await sql<HistoryRow & { total: number }>`
    with counted as materialized (select count(*) as total from price_history where product_id = ${productId})
    select found.*, counted.total
    from counted left join (
      select product_id as id, at, price_paise, discounted_price_paise, paid_price_paise, sale_id, sales.title as sale_title
      from price_history left join sales on sales.id = sale_id
      where product_id = ${productId}
      order by at desc limit ${limit} offset ${offset}
    ) found on true
    order by found.at desc`.execute(db)
  return pageOf(rows)
}

/** The name of a product, also of a deleted one, and the lowest that was paid for it in the last 30 days, in paise. */
export async function findLowestPaid(
  db: Db,
  productId: string,
): Promise<{ name: string; lowest: number | null } | undefined> {
  const { rows } = await sql<{ name: string; lowest: number | null }>`
    select name, (
      select min(paid_price_paise) from price_history
      where product_id = products.id and at >= coalesce((
        select max(at) from price_history where product_id = products.id and at <= now() - interval '30 days'
      ), '-infinity')
    ) as lowest
    from products where id = ${productId}`.execute(db)
  return rows[0]
}

/** The discounted prices of products at a moment to come, as far as the sales are known, in paise; null for none. */
export async function listDiscountedAt(
  db: Db,
  ids: readonly string[],
  at: string,
  members: Members,
): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ id: string; paise: number | null }>`
    select id, least(discounted_price_paise, best.price_paise) as paise
    from products
    left join (
      ${bestPrices(runningSales(sql`${at}::timestamptz`), members, sql`products.id = any(${ids}::text[])`)}
    ) best on best.product_id = products.id
    where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, paise }) => [id, paise]))
}
