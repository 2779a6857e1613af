import { sql, type RawBuilder } from 'kysely'

import type { AdminSort, StockFilter } from '#contract/catalogue-rules.ts'
import type { Filters, Window } from '#server/catalogue/list-queries.ts'
import type { Db } from '#server/db/open.ts'

import { matching, shelfOf, wordsFound } from '#server/catalogue/list-queries.ts'
import { DETAIL_COLUMNS, PRODUCT_COLUMNS, type ProductDetailRow } from '#server/catalogue/product-queries.ts'

export interface AdminFilters extends Pick<Filters, 'category' | 'search'> {
  isDeleted: boolean
  stock: StockFilter | undefined
  /** Up to how many pieces count as low. */
  threshold: number
}

export interface AdminProductRow extends ProductDetailRow {
  deletedAt: Date | null
}

/** What was deleted, in the columns of the shelf: nothing keeps a shelf of it, because it is little and seldom read. */
function binOf({ search }: AdminFilters) {
  const found = sql`found as materialized (
    select id as product_id, category_id, sort_name, paid_price_paise, colour,
      coalesce((select array_agg(size) from product_sizes where product_id = products.id), '{}') as sizes,
      coalesce((select array_agg(size) from product_sizes where product_id = products.id and stock > 0), '{}')
        as sizes_in_stock
    from products where deleted_at is not null and ${wordsFound(search ?? [])}
  ),`
  return { found, rows: sql`found` }
}

function narrowed({ stock, threshold, ...filters }: AdminFilters) {
  const stocks: Record<StockFilter, RawBuilder<unknown>> = {
    out: sql`page.sizes_in_stock = '{}'`,
    gaps: sql`page.sizes_in_stock <> '{}' and cardinality(page.sizes_in_stock) < cardinality(page.sizes)`,
    low: sql`page.product_id in (
      select product_id from product_sizes group by product_id having sum(stock) between 1 and ${threshold}
    )`,
  }
  return sql`${matching(filters)} and ${stock ? stocks[stock] : sql`true`}`
}

const rowsOf = (filters: AdminFilters) => (filters.isDeleted ? binOf(filters) : shelfOf(filters))

type SortKey = 'name' | 'price' | 'stock' | 'created'

const KEYS: Record<SortKey, { key: RawBuilder<unknown>; from: RawBuilder<unknown> }> = {
  name: { key: sql`page.sort_name`, from: sql`` },
  price: { key: sql`page.paid_price_paise`, from: sql`` },
  stock: {
    key: sql`stocks.stock`,
    from: sql`join (
      select product_id, sum(stock) as stock from product_sizes group by product_id
    ) as stocks on stocks.product_id = page.product_id`,
  },
  created: { key: sql`made.created_at`, from: sql`join products as made on made.id = page.product_id` },
}

/** One page of the owner's list, with every detail. */
export async function listAdminPage(
  db: Db,
  filters: AdminFilters,
  sort: AdminSort,
  { limit, offset }: Window,
): Promise<AdminProductRow[]> {
  const { key, from } = KEYS[sort.replace('-', '') as SortKey]
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const { found, rows } = rowsOf(filters)
  const page = await sql<AdminProductRow>`
    with ${found} page as materialized (
      select page.product_id, ${key} as sort_key from ${rows} as page ${from} where ${narrowed(filters)}
      order by sort_key ${direction}, page.product_id limit ${limit} offset ${offset}
    )
    select ${PRODUCT_COLUMNS}, ${DETAIL_COLUMNS}, products.deleted_at
    from page
    join products on products.id = page.product_id
    join categories on categories.id = products.category_id
    order by page.sort_key ${direction}, page.product_id`.execute(db)
  return page.rows
}

/** A product by its id, on sale or deleted. */
export async function findAdminRow(db: Db, id: string): Promise<AdminProductRow | undefined> {
  const { rows } = await sql<AdminProductRow>`
    select ${PRODUCT_COLUMNS}, ${DETAIL_COLUMNS}, products.deleted_at
    from products join categories on categories.id = products.category_id
    where products.id = ${id}`.execute(db)
  return rows[0]
}

export async function countAdminRows(db: Db, filters: AdminFilters): Promise<number> {
  const { found, rows } = rowsOf(filters)
  const counted = await sql<{ total: number }>`
    with ${found} counted as (select count(*) as total from ${rows} as page where ${narrowed(filters)})
    select total from counted`.execute(db)
  return counted.rows[0]?.total ?? 0
}

export interface LowStockRow {
  id: string
  name: string
  categoryName: string
  stock: number
  sizes: { size: string; stock: number }[]
}

/** Products on sale that have at most so many pieces in all, those with the fewest first. */
export async function listLowStockRows(db: Db, threshold: number, limit: number): Promise<LowStockRow[]> {
  const { rows } = await sql<LowStockRow>`
    with low as materialized (
      select shelf.product_id, stocks.stock
      from shelf
      join (
        select product_id, sum(stock) as stock from product_sizes group by product_id having sum(stock) <= ${threshold}
      ) as stocks on stocks.product_id = shelf.product_id
      order by stocks.stock, shelf.sort_name, shelf.product_id limit ${limit}
    )
    select products.id, products.name, categories.name as category_name, low.stock, (
      select json_agg(json_build_object('size', size, 'stock', stock) order by position)
      from product_sizes where product_id = products.id
    ) as sizes
    from low
    join products on products.id = low.product_id
    join categories on categories.id = products.category_id
    order by low.stock, products.sort_name, products.id`.execute(db)
  return rows
}
