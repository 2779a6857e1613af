import { sql, type RawBuilder } from 'kysely'

import { ROUNDINGS } from '#contract/catalogue/sales/sale-roundings.ts'

const ROUNDING_ROWS = Object.entries(ROUNDINGS).map(
  ([name, { stepPaise, endPaise }]) => sql`(${name}::text, ${stepPaise}::bigint, ${endPaise}::bigint)`,
)

/** Now, by the database's clock. */
export const NOW = sql`statement_timestamp()`

export const momentOf = (iso: string): RawBuilder<unknown> => sql`${iso}::timestamptz`

/** The sales whose prices are in force at a moment; now by default. */
export const runningSales = (at: RawBuilder<unknown> = NOW) => sql`
  select * from sales where stopped_at is null and starts_at <= ${at} and ends_at > ${at}`

/** Longer than it takes to turn all prices. */
const TURN_SECONDS = 5 * 60

/** The sales of which collections are looked at: also those that begin while the prices are being turned. */
export const salesSoon = () => sql`
  select * from sales where stopped_at is null and starts_at <= ${NOW} + make_interval(secs => ${TURN_SECONDS})
    and ends_at > ${NOW}`

/** The products of each collection, by its id. */
export type Members = { id: string; productIds: readonly string[] }[]

const memberRows = (members: Members) => {
  const pairs = members.flatMap(({ id, productIds }) => productIds.map((productId) => [id, productId] as const))
  const [collectionIds, productIds] = [pairs.map(([id]) => id), pairs.map(([, productId]) => productId)]
  return sql`unnest(${collectionIds}::text[], ${productIds}::text[]) as member (collection_id, product_id)`
}

/**
 * What these sales make of each product that they cover, as a subquery: `product_id`, `sale_id`, `starts_at`,
 * `own_paise` (what is paid without a sale) and `price_paise`, which may be above that, and below 0. A reduction is
 * taken off the price, not off the discounted price. A rounding that would leave nothing is left out. `members` has the
 * products of the sales' collections, and `among` narrows `products`.
 */
export const coveredPrices = (
  sales: RawBuilder<unknown>,
  members: Members,
  among: RawBuilder<unknown> = sql`true`,
) => sql`
  with chosen as materialized (${sales}),
  rounding (name, step, ends_in) as (values ${sql.join(ROUNDING_ROWS)})
  select products.id as product_id, chosen.id as sale_id, chosen.starts_at, products.paid_price_paise as own_paise,
    case when reduced.paise > 0 and rounded.paise > 0 then rounded.paise else reduced.paise end as price_paise
  from (
    select id as sale_id, unnest(product_ids) as product_id from chosen
    union
    select chosen.id, products.id
    from chosen cross join lateral unnest(category_ids) as named (category_id)
    join products on products.category_id = named.category_id
    where ${among}
    union
    select chosen.id, member.product_id
    from chosen cross join lateral unnest(collection_ids) as named (collection_id)
    join ${memberRows(members)} on member.collection_id = named.collection_id
  ) covers
  join chosen on chosen.id = covers.sale_id
  join products on products.id = covers.product_id and products.deleted_at is null and ${among}
  join rounding on rounding.name = chosen.rounding
  cross join lateral (
    select case when chosen.percent is null then products.price_paise - chosen.amount_paise
      else products.price_paise * (100 - chosen.percent) / 100 end as paise
  ) reduced
  cross join lateral (
    select reduced.paise - (reduced.paise - rounding.ends_in + rounding.step) % rounding.step as paise
  ) rounded`

/** The lowest price that one of these sales makes of each product, where it is lower than what is paid without one. */
export const bestPrices = (sales: RawBuilder<unknown>, members: Members, among?: RawBuilder<unknown>) => sql`
  select distinct on (product_id) product_id, sale_id, price_paise
  from (${coveredPrices(sales, members, among)}) covered
  where price_paise > 0 and price_paise < own_paise
  order by product_id, price_paise, starts_at, sale_id`
