import { sql, type RawBuilder } from 'kysely'

import type { AdminSort, StockFilter } from '#contract/catalogue-rules.ts'
import type { Db } from '#server/db/open.ts'

import { contains } from '#server/db/text-contains.ts'
import { DETAIL_COLUMNS, PRODUCT_COLUMNS, type ProductDetailRow } from '#server/catalogue/product-queries.ts'
import { pageOf, type ListPage, type Window } from '#server/pagination.ts'

/** What a list is narrowed to; every filter that is there must hold. */
interface Filters {
  /** By id. */
  category?: string | undefined
  /** Words that all must be found. */
  search?: readonly string[] | undefined
}

export interface AdminFilters extends Filters {
  isDeleted: boolean
  stock: StockFilter | undefined
  /** Up to how many pieces count as low. */
  threshold: number
}

export interface AdminProductRow extends ProductDetailRow {
  deletedAt: Date | null
}

/** Grammar is for words: it would take 50%_off for the words 50 and off. */
const isWord = (text: string) => /^[\p{Letter}\p{Mark}\p{Number}'’-]+$/u.test(text)

/** The text stands anywhere in a product's words; a word may also stand there in another form: shirts, shirt. */
function hasWord(text: string): RawBuilder<unknown> {
  const stands = contains(sql`search_text`, text)
  if (!isWord(text)) return stands
  return sql`(${stands} or search_words @@ (select plainto_tsquery('english', plain_text(${text}))))`
}

const wordsFound = (search: readonly string[] = []) => sql.join([sql`true`, ...search.map(hasWord)], sql` and `)

const inCategory = ({ category }: Filters) => (category ? sql`page.category_id = ${category}` : sql`true`)

/**
 * The rows to choose from: all listed products, or what a search finds. That is looked up once and first, because the planner
 * cannot tell a rare word from a frequent one and would walk the whole list in order for either. `hasSizes`: with the
 * sizes of each, which takes longer.
 */
function candidatesFor({ search }: Filters, hasSizes = false) {
  if (!search) return { found: sql``, rows: sql`product_list` }
  // What a product does not know itself is looked up in the product list, for each by itself (offset 0): the planner would rather
  // read all of the list for a few thousand of its rows.
  const sizes = sql`, lateral (select sizes, sizes_in_stock from product_list where product_id = products.id offset 0) as its`
  const found = sql`found as materialized (
    select id as product_id, category_id, sort_name, paid_price_paise ${hasSizes ? sql`, sizes, sizes_in_stock` : sql``}
    from products${hasSizes ? sizes : sql``}
    where deleted_at is null and ${wordsFound(search)}
  ),`
  return { found, rows: sql`found` }
}

/** What was deleted, in the columns of the product list. It has no list of its own because it is little and seldom read. */
function deletedProducts({ search }: AdminFilters) {
  const found = sql`found as not materialized (
    select id as product_id, category_id, sort_name, paid_price_paise,
      coalesce((select array_agg(size) from product_sizes where product_id = products.id), '{}') as sizes,
      coalesce((select array_agg(size) from product_sizes where product_id = products.id and stock > 0), '{}')
        as sizes_in_stock
    from products where deleted_at is not null and ${wordsFound(search)}
  ),`
  return { found, rows: sql`found` }
}

/**
 * What is there of each product, but has at most so many pieces in all; to be joined by its number of sizes in stock. Of
 * one that has few, no size has more, and so only small sizes are read; the others show by having fewer of these.
 */
const fewPieces = (threshold: number) => sql`(
  select product_id, sum(stock) as stock, count(*) as sizes from product_sizes
  where stock between 1 and ${threshold} group by product_id having sum(stock) <= ${threshold}
)`

/** The pieces of each product, summed from its sizes: a stored sum would be one more row that every sale writes. */
function stocksOf({ stock, threshold }: AdminFilters): RawBuilder<unknown> {
  return stock === 'low'
    ? sql`join ${fewPieces(threshold)} as stocks
        on stocks.product_id = page.product_id and stocks.sizes = cardinality(page.sizes_in_stock)`
    : sql`join (select product_id, sum(stock) as stock from product_sizes group by product_id) as stocks
        on stocks.product_id = page.product_id`
}

function narrowed({ stock, threshold, ...filters }: AdminFilters): RawBuilder<unknown> {
  const stocks: Record<StockFilter, RawBuilder<unknown>> = {
    out: sql`page.sizes_in_stock = '{}'`,
    gaps: sql`page.sizes_in_stock <> '{}' and cardinality(page.sizes_in_stock) < cardinality(page.sizes)`,
    low: sql`true`,
    'low-sizes': sql`page.product_id in (select product_id from product_sizes where stock <= ${threshold})`,
  }
  return sql`${inCategory(filters)} and ${stock ? stocks[stock] : sql`true`}`
}

type SortKey = 'name' | 'price' | 'stock' | 'created'

const KEYS: Record<SortKey, RawBuilder<unknown>> = {
  name: sql`page.sort_name`,
  price: sql`page.paid_price_paise`,
  stock: sql`stocks.stock`,
  created: sql`made.created_at`,
}

/** What matches, each with what it is sorted by; looked up once where no index leads to it in order. */
function chosenFrom(filters: AdminFilters, sort: SortKey): RawBuilder<unknown> {
  const hasStocks = sort === 'stock' || filters.stock === 'low'
  const hasSizes = hasStocks || filters.stock !== undefined
  const { found, rows } = filters.isDeleted ? deletedProducts(filters) : candidatesFor(filters, hasSizes)
  const isOrdered = !hasStocks && !filters.search && !filters.isDeleted
  const made = sql`join products as made
    on made.id = page.product_id and made.deleted_at ${filters.isDeleted ? sql`is not null` : sql`is null`}`
  return sql`${found} chosen as ${isOrdered ? sql`not materialized` : sql`materialized`} (
    select page.product_id, ${KEYS[sort]} as sort_key
    from ${rows} as page ${hasStocks ? stocksOf(filters) : sql``} ${sort === 'created' ? made : sql``}
    where ${narrowed(filters)}
  )`
}

/** One page of the owner's list, with every detail. */
export async function listAdminPage(
  db: Db,
  filters: AdminFilters,
  sort: AdminSort,
  { limit, offset }: Window,
): Promise<ListPage<AdminProductRow>> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  // The page's products are looked up one by one: the planner expects too many rows of a list whose length it learns later.
  const { rows } = await sql<AdminProductRow & { total: number }>`
    with ${chosenFrom(filters, sort.replace('-', '') as SortKey)},
    page as materialized (
      select product_id, sort_key from chosen
      order by sort_key ${direction}, product_id ${direction} limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from chosen)
    select ${PRODUCT_COLUMNS}, ${DETAIL_COLUMNS}, products.deleted_at, counted.total
    from counted
    left join products on products.id = any (array(select product_id from page))
    left join page on page.product_id = products.id
    left join categories on categories.id = products.category_id
    order by page.sort_key ${direction}, page.product_id ${direction}`.execute(db)
  return pageOf(rows)
}

/** The same page of each category, with every detail, in the order of the categories. */
export async function listRowsByCategory(
  db: Db,
  filters: Filters,
  { limit, offset }: Window,
  most: number,
): Promise<ProductDetailRow[]> {
  const candidates = candidatesFor(filters)
  const { rows } = await sql<ProductDetailRow>`
    with ${candidates.found} chosen as materialized (
      select page.product_id, page.sort_name, categories.position
      from categories, lateral (
        select * from ${candidates.rows} as page
        where page.category_id = categories.id and ${inCategory(filters)}
        order by page.sort_name, page.product_id limit ${limit} offset ${offset}
      ) as page
      where categories.deleted_at is null
      order by categories.position, categories.name, page.sort_name, page.product_id limit ${most}
    )
    select ${PRODUCT_COLUMNS}, ${DETAIL_COLUMNS}
    from chosen
    join products on products.id = chosen.product_id
    join categories on categories.id = products.category_id
    order by categories.position, categories.name, chosen.sort_name, chosen.product_id`.execute(db)
  return rows
}

/** The ids of everything that matches, in this order. */
export async function listAdminIds(db: Db, filters: AdminFilters, sort: AdminSort): Promise<string[]> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const { rows } = await sql<{ productId: string }>`
    with ${chosenFrom(filters, sort.replace('-', '') as SortKey)}
    select product_id from chosen order by sort_key ${direction}, product_id ${direction}`.execute(db)
  return rows.map(({ productId }) => productId)
}

/** A product by its id, on sale or deleted. */
export async function findAdminRow(db: Db, id: string): Promise<AdminProductRow | undefined> {
  const { rows } = await sql<AdminProductRow>`
    select ${PRODUCT_COLUMNS}, ${DETAIL_COLUMNS}, products.deleted_at
    from products join categories on categories.id = products.category_id
    where products.id = ${id}`.execute(db)
  return rows[0]
}
