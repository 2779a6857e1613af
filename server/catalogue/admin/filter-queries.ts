import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { Window } from '#server/pagination.ts'

import { contains } from '#server/db/text-contains.ts'
import { DETAIL_COLUMNS, PRODUCT_COLUMNS, type ProductDetailRow } from '#server/catalogue/product-queries.ts'

/** What a list is narrowed to; every filter that is there must hold. */
export interface Filters {
  /** The category whose own list this is. */
  within?: string | undefined
  category?: string | undefined
  lowestPaise?: number | undefined
  highestPaise?: number | undefined
  size?: string | undefined
  colour?: string | undefined
  isInStock?: boolean | undefined
  /** Words that all must be found, each in at least one of its spellings. */
  search?: readonly (readonly string[])[] | undefined
}

/** Grammar is for words: it would take 50%_off for the words 50 and off. */
const isWord = (text: string) => /^[\p{Letter}\p{Mark}\p{Number}'’-]+$/u.test(text)

/** The text stands anywhere in a product's words; a word may also stand there in another form: shirts, shirt. */
function hasWord(text: string) {
  const stands = contains(sql`search_text`, text)
  if (!isWord(text)) return stands
  return sql`(${stands} or search_words @@ (select plainto_tsquery('english', plain_text(${text}))))`
}

/** Every one of the words is found, each in at least one of its spellings. */
export function wordsFound(search: NonNullable<Filters['search']>): RawBuilder<unknown> {
  if (search.length === 0) return sql`true`
  const words = search.map((spellings) => sql`(${sql.join(spellings.map(hasWord), sql` or `)})`)
  return sql.join(words, sql` and `)
}

/**
 * The rows to choose from: all listed products, or what a search finds. That is looked up once and first, because the planner
 * cannot tell a rare word from a frequent one and would walk the whole list in order for either. `hasSizes`: with the
 * sizes of each, which takes longer.
 */
export function candidatesFor(
  { search, size, isInStock }: Filters,
  hasSizes = size !== undefined || isInStock === true,
) {
  if (!search) return { found: sql``, rows: sql`product_list` }
  // What a product does not know itself is looked up in the product list, for each by itself (offset 0): the planner would rather
  // read all of the list for a few thousand of its rows.
  const columns = sql`id as product_id, category_id, sort_name, paid_price_paise, colour`
  const sizes = sql`, lateral (select sizes, sizes_in_stock from product_list where product_id = products.id offset 0) as its`
  const found = sql`found as materialized (
    select ${columns}${hasSizes ? sql`, sizes, sizes_in_stock` : sql``} from products${hasSizes ? sizes : sql``}
    where deleted_at is null and ${wordsFound(search)}
  ),`
  return { found, rows: sql`found` }
}

/** Which of those rows, named `page`, the other filters let through. */
export function matching(filters: Filters): RawBuilder<unknown> {
  const { within, category, lowestPaise, highestPaise, size, colour, isInStock } = filters
  const sizes = isInStock ? sql`page.sizes_in_stock` : sql`page.sizes`
  const conditions = [
    within !== undefined && sql`page.category_id = ${within}`,
    category !== undefined && sql`page.category_id = ${category}`,
    lowestPaise !== undefined && sql`page.paid_price_paise >= ${lowestPaise}`,
    highestPaise !== undefined && sql`page.paid_price_paise <= ${highestPaise}`,
    size !== undefined && sql`${size} = any(${sizes})`,
    size === undefined && isInStock === true && sql`page.sizes_in_stock <> '{}'`,
    colour !== undefined && sql`page.colour = ${colour}`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export async function countRows(db: Db, filters: Filters): Promise<number> {
  const candidates = candidatesFor(filters)
  const { rows } = await sql<{ total: number }>`
    with ${candidates.found} counted as (select count(*) as total from ${candidates.rows} as page where ${matching(filters)})
    select total from counted`.execute(db)
  return rows[0]?.total ?? 0
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
        where page.category_id = categories.id and ${matching(filters)}
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
