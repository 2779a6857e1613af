import { inIndia, NOW_IN_INDIA } from '#server/db/india-time.ts'
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** The start of the day in India, `daysAgo` days ago. India has no summer time. Compute it once, not for each row. */
const dayStart = (daysAgo: number) =>
  inIndia(sql`(date_trunc('day', ${NOW_IN_INDIA}) - make_interval(days => ${daysAgo}))`)

/**
 * Orders that do not count as sold yet: not paid, or to be paid at the door and not sent. There are few at any time.
 */
const UNPAID = sql`(
  select order_id from payments where status <> 'captured' and order_id is not null
  union all
  select orders.id from cash_payments join orders on orders.id = order_id
  where cash_payments.status = 'cash due' and orders.status = 'order placed'
)`

/**
 * What orders that stand are less: what their cancelled and their returned pieces cost, and parts of their price that
 * went back at the provider. There are few.
 */
const RETURNED = sql`(
  select order_id, sum(paise)::bigint as paise from (
    select order_id, amount_paise - exchanges_paise as paise from refunds
    where is_foreign and is_counted and reason not in ('pieces cancelled', 'pieces returned', 'exchange returned')
    union all
    select id, cancelled_paise from orders where cancelled_paise > 0
    union all
    select order_id, amount_paise from settlements
  ) parts group by order_id
)`

/** Which orders count: all, or without a sandbox only those that were paid with real money. */
export interface Counted {
  hasSandbox: boolean
}

const isCounted = ({ hasSandbox }: Counted) => (hasSandbox ? sql`true` : sql`not orders.is_sandbox`)

const ONLY_REAL = sql`and exists (
  select from payments where payments.id = payment_id and not payments.is_sandbox
  union all
  select from orders where payment_id is null and orders.id = order_id and not orders.is_sandbox
)`

interface Sum {
  orders: number
  paidOrders: number
  revenuePaise: number
}

export interface PeriodRow {
  from: Date
  now: Sum
  before: Sum
  refundPaise: number
  refundCount: number
}

/** Sums of the last `days` days, today until now included, and of the same time `days` days earlier. */
export async function sumSales(db: Db, days: number, counted: Counted): Promise<PeriodRow> {
  const sumOf = (isMeant: RawBuilder<unknown>) => sql`
    json_build_object(
      'orders', count(*) filter (where ${isMeant}),
      'paidOrders', count(*) filter (where ${isMeant} and is_paid),
      'revenuePaise', coalesce(sum(total_paise) filter (where ${isMeant} and is_paid), 0)
    )`
  const { rows } = await sql<PeriodRow>`
    with period as materialized (
      select ${dayStart(days - 1)} as begins_at, ${dayStart(2 * days - 1)} as before_begins_at,
        now() - make_interval(days => ${days}) as before_ends_at
    ),
    sold as (
      select total_paise - coalesce(returned.paise, 0) as total_paise, unpaid.order_id is null as is_paid,
        created_at >= (select begins_at from period) as is_now
      from orders left join ${UNPAID} unpaid on unpaid.order_id = orders.id left join ${RETURNED} returned on returned.order_id = orders.id
      where orders.status <> 'cancelled' and ${isCounted(counted)} and created_at between (select before_begins_at from period) and now()
        and (created_at >= (select begins_at from period) or created_at <= (select before_ends_at from period))
    ),
    given_back as (
      select coalesce(sum(amount_paise), 0) as paise, count(*) as count
      from refunds where is_counted and source_id is null and created_at >= (select begins_at from period) ${counted.hasSandbox ? sql`` : ONLY_REAL}
    )
    select (select begins_at from period) as "from", ${sumOf(sql`is_now`)} as now, ${sumOf(sql`not is_now`)} as before,
      (select paise::bigint from given_back) as refund_paise, (select count from given_back) as refund_count
    from sold`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return row
}

export interface DayRow {
  day: string
  orders: number
  revenuePaise: number
}

/** Each of the last `days` days in India, oldest first, with the days that have no order. */
export async function listSalesByDay(db: Db, days: number, counted: Counted): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with sold as (
      select ${inIndia(sql`created_at`)}::date as day, count(*) as orders,
        coalesce(sum(total_paise - coalesce(returned.paise, 0)) filter (where unpaid.order_id is null), 0) as revenue_paise
      from orders left join ${UNPAID} unpaid on unpaid.order_id = orders.id left join ${RETURNED} returned on returned.order_id = orders.id
      where orders.status <> 'cancelled' and ${isCounted(counted)} and created_at >= (select ${dayStart(days - 1)})
      group by 1
    )
    select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(sold.orders, 0)::int as orders,
      coalesce(sold.revenue_paise, 0)::bigint as revenue_paise
    from generate_series(0, ${days}::int - 1) place
    cross join lateral (select ${NOW_IN_INDIA}::date - place as day) calendar
    left join sold on sold.day = calendar.day
    order by calendar.day`.execute(db)
  return rows
}

/** The products with the most pieces sold in the last `days` days, by the name under which they were last bought. */
export async function listBestSellers(db: Db, { days, limit }: { days: number; limit: number }, counted: Counted) {
  const { rows } = await sql<{ id: string; name: string; pieces: number; revenuePaise: number; isOnSale: boolean }>`
    with sold as (
      select line.product_id, sum(line.pieces) as pieces,
        sum(line.pieces * line.paid_price_paise - line.discount_paise + line.cancelled_discount_paise) as revenue_paise
      from orders left join ${UNPAID} unpaid on unpaid.order_id = orders.id
      cross join lateral (
        select product_id, quantity - cancelled - settled as pieces, paid_price_paise, discount_paise,
          discount_of_pieces(discount_paise, quantity, cancelled + settled) as cancelled_discount_paise
        from order_lines where order_id = orders.id and quantity > cancelled + settled offset 0
      ) line
      where orders.status <> 'cancelled' and ${isCounted(counted)} and unpaid.order_id is null and orders.created_at >= (select ${dayStart(days - 1)})
      group by line.product_id
      order by pieces desc, revenue_paise desc, line.product_id
      limit ${limit}
    )
    select sold.product_id as id, sold.pieces::int as pieces, sold.revenue_paise::bigint as revenue_paise,
      exists (select from products where products.id = sold.product_id and products.is_on_sale) as is_on_sale, (
        select line.name from order_lines line join orders on orders.id = line.order_id
        where line.product_id = sold.product_id and orders.status <> 'cancelled'
        order by orders.created_at desc, orders.id desc, line.position limit 1
      ) as name
    from sold
    order by sold.pieces desc, sold.revenue_paise desc, sold.product_id`.execute(db)
  return rows
}
