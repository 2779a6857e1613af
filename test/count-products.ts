import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { contains } from '#server/db/text-contains.ts'

/** Filters for the products in the table; all that are given must hold. */
export interface TableFilters {
  within?: string | undefined
  category?: string | undefined
  lowestPaise?: number | undefined
  highestPaise?: number | undefined
  size?: string | undefined
  colour?: string | undefined
  isInStock?: boolean | undefined
  /** All of these words must be found. */
  search?: readonly string[] | undefined
}

/** Counts products on sale by reading the whole table, to check other counts. */
export async function countInTable(db: Db, filters: TableFilters): Promise<number> {
  const { within, category, lowestPaise, highestPaise, size, colour, isInStock, search = [] } = filters
  const sizes = isInStock ? sql`list.sizes_in_stock` : sql`list.sizes`
  const conditions = [
    sql`products.deleted_at is null`,
    within !== undefined && sql`list.category_id = ${within}`,
    category !== undefined && sql`list.category_id = ${category}`,
    lowestPaise !== undefined && sql`list.paid_price_paise >= ${lowestPaise}`,
    highestPaise !== undefined && sql`list.paid_price_paise <= ${highestPaise}`,
    size !== undefined && sql`${size} = any(${sizes})`,
    size === undefined && isInStock === true && sql`list.sizes_in_stock <> '{}'`,
    colour !== undefined && sql`list.colour = ${colour}`,
    ...search.map((word) => contains(sql`products.search_text`, word)),
  ].filter((condition) => condition !== false)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from product_list list join products on products.id = list.product_id
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows[0]?.total ?? 0
}
