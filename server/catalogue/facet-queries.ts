import { sql } from 'kysely'

import type { Facets } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { PRICE_RANGES } from '#contract/price-ranges.ts'
import { matching, shelfOf, type Filters } from '#server/catalogue/list-queries.ts'

const PAISE_PER_RUPEE = 100
const [, HIGHEST_PRICE] = PRICE_RANGES[PRICE_RANGES.length - 1] ?? [0, 0]
/** The lowest paid price of each range in paise, without gaps, and the first price that is beyond them all. */
const RANGE_STARTS = [...PRICE_RANGES.map(([from]) => from), HIGHEST_PRICE + 1].map((from) =>
  from === 0 ? 0 : (from - 1) * PAISE_PER_RUPEE + 1,
)

interface FacetRow {
  categories: Facets['categories'] | null
  sizes: Facets['sizes'] | null
  colours: Facets['colours'] | null
  prices: { range: number; count: number }[] | null
  inStock: number
}

/** How many products each choice would leave, each counted with all filters but its own. */
export async function countFacets(db: Db, filters: Filters): Promise<Facets> {
  const sizes = filters.isInStock ? sql`page.sizes_in_stock` : sql`page.sizes`
  const shelf = shelfOf(filters)
  const { rows } = await sql<FacetRow>`
    with ${shelf.found} chosen as not materialized (select * from ${shelf.rows})
    select (
      select json_agg(json_build_object('_id', id, 'name', name, 'slug', slug, 'count', coalesce(counted.count, 0))
        order by position, name)
      from categories left join (
        select page.category_id, count(*) as count from chosen as page
        where ${matching(filters, ['category'])} group by page.category_id
      ) as counted on counted.category_id = categories.id
      where deleted_at is null
    ) as categories, (
      select json_agg(json_build_object('value', size, 'count', count) order by size)
      from (
        select size, sum(count) as count
        from (
          select ${sizes} as sizes, count(*) as count from chosen as page
          where ${matching(filters, ['size'])} group by 1
        ) as sets, unnest(sets.sizes) as size
        where size <> '' group by size
      ) as counted
    ) as sizes, (
      select json_agg(json_build_object('value', colour, 'count', count) order by colour)
      from (
        select page.colour, count(*) as count from chosen as page
        where ${matching(filters, ['colour'])} and page.colour is not null group by page.colour
      ) as counted
    ) as colours, (
      select json_agg(json_build_object('range', range, 'count', count))
      from (
        select width_bucket(page.paid_price_paise, ${RANGE_STARTS}::bigint[]) as range, count(*) as count
        from chosen as page
        where ${matching(filters, ['lowestPaise', 'highestPaise'])} group by 1
      ) as counted
    ) as prices, (
      select count(*) from chosen as page where ${matching({ ...filters, isInStock: true })}
    ) as in_stock`.execute(db)
  const [row] = rows
  return {
    categories: row?.categories ?? [],
    sizes: row?.sizes ?? [],
    colours: row?.colours ?? [],
    prices: PRICE_RANGES.map((_, index) => row?.prices?.find(({ range }) => range === index + 1)?.count ?? 0),
    inStock: row?.inStock ?? 0,
  }
}
