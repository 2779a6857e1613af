import { sql, type RawBuilder } from 'kysely'

import type { ReportGroup } from '#contract/stock/stock-report-groups.ts'
import type { Db } from '#server/db/database.ts'

import { OWNED_PLACES } from '#server/inventory/cost-queries.ts'
import { inIndia } from '#server/db/india-time.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

export interface ReportRow {
  /** The key of the group. */
  id: string
  name: string
  takenIn: number
  takenInPaise: number
  sold: number
  revenuePaise: number
  /** Null where the cost of a sold piece is unknown. */
  costPaise: number | null
  /** What couriers took for the parcels; null where nobody has said, and by anything else than month and order. */
  parcelPaise: number | null
  writtenOff: number
  stock: number | null
  valuePaise: number | null
}

const MONTH = sql`to_char(${inIndia(sql`entry.created_at`)}, 'YYYY-MM')`

/** The key and the name of each group, of an entry `entry` of a size `size`. */
const GROUPS: Record<ReportGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown>; ofSize: boolean }> = {
  product: { key: sql`products.id`, name: sql`products.name`, ofSize: true },
  size: {
    key: sql`size.id`,
    name: sql`products.name || case when size.size = '' then '' else ', ' || size.size end`,
    ofSize: true,
  },
  category: { key: sql`categories.id`, name: sql`categories.name`, ofSize: true },
  month: { key: MONTH, name: MONTH, ofSize: false },
  order: { key: sql`orders.id`, name: sql`orders.id`, ofSize: false },
}

const GROUPED = sql`product_sizes size join products on products.id = size.product_id
  join categories on categories.id = products.category_id`

/** Where pieces are that the shop has sent: they leave it for such a place, and come back from one. */
const SENT = sql`('parcel', 'customer')`

/** What one piece of a line was sold for: before tax where an invoice says so. */
const PRICE_OF_ONE = sql`(
  select coalesce(
    (
      select billed.taxable_paise::numeric / billed.quantity
      from document_lines billed join documents on documents.id = billed.document_id
      where billed.order_line_id = line.id and documents.kind in ('tax invoice', 'bill of supply')
        and documents.cancelled_at is null
      limit 1
    ),
    line.paid_price_paise - line.discount_paise::numeric / line.quantity
  )
)`

/** What a piece had cost on average at an entry: by the last bill before it. */
const COST_OF_ONE = sql`(
  select known.average_paise from stock_ledger known
  where known.product_size_id = entry.product_size_id and known.average_paise is not null and known.id <= entry.id
  order by known.id desc limit 1
)`

/** What the parcels of each month or order have cost, there and back; by anything else they belong to no group. */
function parcelsBy(by: ReportGroup, isInDays: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by !== 'order' && by !== 'month') return sql`select null as key, null::bigint as parcel_paise where false`
  const key = by === 'order' ? sql`entry.order_id` : MONTH
  return sql`
    select ${key} as key, sum(cost_paise)::bigint as parcel_paise
    from (
      select order_id, cost_paise, booked_at as created_at from parcels where state = 'booked' and cost_paise is not null
      union all
      select order_id, cost_paise, created_at from hand_parcels where cost_paise is not null and not exists (
        select from parcels where parcels.order_id = hand_parcels.order_id and direction = 'out' and state = 'booked'
      )
    ) entry
    where ${by === 'order' ? sql`true` : isInDays}
    group by 1`
}

interface ReportFilter extends Window {
  by: ReportGroup
  from?: string | undefined
  to?: string | undefined
}

/**
 * What was taken in, sold and written off on these days, and what is there now, by group. Months and orders come newest
 * first.
 */
export async function listReportRows(
  db: Db,
  { by, from, to, limit, offset }: ReportFilter,
): Promise<ListPage<ReportRow>> {
  const { key, name, ofSize } = GROUPS[by]
  const days = [sql`true`]
  if (from !== undefined) days.push(sql`entry.created_at >= ${inIndia(sql`${from}::date::timestamp`)}`)
  if (to !== undefined) days.push(sql`entry.created_at < ${inIndia(sql`(${to}::date + 1)::timestamp`)}`)
  const isInDays = sql.join(days, sql` and `)
  const { rows } = await sql<ReportRow & { total: number }>`
    with moved as (
      select ${key} as key, ${name} as name, max(entry.created_at) as last_at,
        sum(entry.quantity) filter (where entry.reason = 'taking in') as taken_in,
        sum(entry.quantity * entry.cost_paise) filter (where entry.reason = 'taking in') as taken_in_paise,
        sum(sent.pieces) as sold, sum(sent.pieces * ${PRICE_OF_ONE}) filter (where sent.pieces <> 0) as revenue_paise,
        sum(sent.pieces * ${COST_OF_ONE}) filter (where sent.pieces <> 0) as cost_paise,
        bool_or(sent.pieces <> 0 and ${COST_OF_ONE} is null) as has_unknown_cost,
        sum(case when entry.to_place = 'written off' then entry.quantity when entry.from_place = 'written off' then -entry.quantity end)
          as written_off
      from stock_ledger entry
      cross join lateral (
        select entry.quantity * ((entry.to_place in ${SENT})::integer - (entry.from_place in ${SENT})::integer) as pieces
      ) sent
      join (${GROUPED}) on size.id = entry.product_size_id
      left join orders on orders.checkout_id = entry.checkout_id
      left join order_lines line on line.order_id = orders.id and line.product_size_id = entry.product_size_id
      where ${isInDays}
        and (sent.pieces <> 0 or entry.reason = 'taking in' or 'written off' in (entry.from_place, entry.to_place))
        ${by === 'order' ? sql`and orders.id is not null` : sql``}
      group by 1, 2
    ),
    there as (
      ${
        ofSize
          ? sql`
      select ${key} as key, ${name} as name, sum(kept.pieces) as stock, sum(kept.pieces * kept.average) as value_paise
      from ${GROUPED}
      join lateral (
        select sum(pieces) as pieces, (
          select average_paise from stock_ledger known
          where known.product_size_id = size.id and known.average_paise is not null order by known.id desc limit 1
        ) as average
        from stock_ledger entry, lateral (values (entry.from_place, -entry.quantity), (entry.to_place, entry.quantity)) move (place, pieces)
        where entry.product_size_id = size.id and place in ${OWNED_PLACES}
      ) kept on kept.pieces <> 0
      group by 1, 2`
          : sql`select null as key, null as name, null::bigint as stock, null::numeric as value_paise where false`
      }
    ),
    carried as (${parcelsBy(by, isInDays)}),
    listed as (
      select coalesce(moved.key, there.key) as id, coalesce(moved.name, there.name) as name,
        coalesce(taken_in, 0)::integer as taken_in, coalesce(taken_in_paise, 0)::bigint as taken_in_paise,
        coalesce(sold, 0)::integer as sold, coalesce(round(revenue_paise), 0)::bigint as revenue_paise,
        case when has_unknown_cost then null else coalesce(round(cost_paise), 0)::bigint end as cost_paise,
        parcel_paise, coalesce(written_off, 0)::integer as written_off,
        ${ofSize ? sql`coalesce(stock, 0)::integer` : sql`null::integer`} as stock,
        round(value_paise)::bigint as value_paise, last_at
      from moved full join there on there.key = moved.key
      left join carried on carried.key = coalesce(moved.key, there.key)
    ),
    counted as materialized (select count(*)::integer as total from listed)
    select page.*, counted.total
    from counted left join (
      select * from listed order by ${sequenceOf(by)} limit ${limit} offset ${offset}
    ) page on true
    order by ${sequenceOf(by)}`.execute(db)
  return pageOf(rows)
}

function sequenceOf(by: ReportGroup): RawBuilder<unknown> {
  if (by === 'month') return sql`id desc`
  return by === 'order' ? sql`last_at desc, id` : sql`lower(name), id`
}
