import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** The start of a day in India, so many days ago. India has no summer time. */
const dayStart = (daysAgo: number) =>
  sql`(date_trunc('day', now() at time zone 'Asia/Kolkata') - make_interval(days => ${daysAgo})) at time zone 'Asia/Kolkata'`

/** Orders whose money has not come in yet; there are few at any time. */
const UNPAID = sql`(select order_id from payments where status <> 'captured' and order_id is not null)`

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

/** The last so many days, today up to this moment among them, and as long a time that ended as many days earlier. */
export async function sumSales(db: Db, days: number): Promise<PeriodRow> {
  const sumOf = (name: string) => sql`
    json_build_object(
      'orders', count(*) filter (where half = ${sql.lit(name)}),
      'paidOrders', count(*) filter (where half = ${sql.lit(name)} and is_paid),
      'revenuePaise', coalesce(sum(total_paise) filter (where half = ${sql.lit(name)} and is_paid), 0)
    )`
  const { rows } = await sql<PeriodRow>`
    with sold as (
      select total_paise, unpaid.order_id is null as is_paid,
        case when created_at >= ${dayStart(days - 1)} then 'now' else 'before' end as half
      from orders left join ${UNPAID} unpaid on unpaid.order_id = orders.id
      where orders.status <> 'cancelled' and created_at >= ${dayStart(2 * days - 1)} and created_at <= now()
        and (created_at >= ${dayStart(days - 1)} or created_at <= now() - make_interval(days => ${days}))
    ),
    given_back as (
      select coalesce(sum(amount_paise), 0) as paise, count(*) as count
      from refunds where created_at >= ${dayStart(days - 1)}
    )
    select ${dayStart(days - 1)} as "from", ${sumOf('now')} as now, ${sumOf('before')} as before,
      (select paise::bigint from given_back) as refund_paise, (select count from given_back) as refund_count
    from sold`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has a row')
  return row
}

export interface DayRow {
  day: string
  orders: number
  revenuePaise: number
}

/** Each of the last so many days in India, oldest first, also those without an order. */
export async function listSalesByDay(db: Db, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with sold as (
      select (created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders,
        coalesce(sum(total_paise) filter (where unpaid.order_id is null), 0) as revenue_paise
      from orders left join ${UNPAID} unpaid on unpaid.order_id = orders.id
      where orders.status <> 'cancelled' and created_at >= ${dayStart(days - 1)}
      group by 1
    )
    select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(sold.orders, 0)::int as orders,
      coalesce(sold.revenue_paise, 0)::bigint as revenue_paise
    from generate_series(0, ${days}::int - 1) place
    cross join lateral (select (now() at time zone 'Asia/Kolkata')::date - place as day) calendar
    left join sold on sold.day = calendar.day
    order by calendar.day`.execute(db)
  return rows
}

export interface SellerRow {
  id: string
  name: string
  pieces: number
  revenuePaise: number
  isOnSale: boolean
}

/** What sold most pieces in the last so many days, by the name under which it was last bought. */
export async function listBestSellers(db: Db, days: number, limit: number): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    with sold as (
      select line.product_id, (array_agg(line.name order by orders.created_at desc))[1] as name,
        sum(line.quantity) as pieces, sum(line.quantity * line.paid_price_paise) as revenue_paise
      from orders join order_lines line on line.order_id = orders.id
      left join ${UNPAID} unpaid on unpaid.order_id = orders.id
      where orders.status <> 'cancelled' and unpaid.order_id is null and orders.created_at >= ${dayStart(days - 1)}
      group by line.product_id
      order by pieces desc, revenue_paise desc, line.product_id
      limit ${limit}
    )
    select sold.product_id as id, sold.name, sold.pieces::int as pieces, sold.revenue_paise::bigint as revenue_paise,
      exists (select from shelf where shelf.product_id = sold.product_id) as is_on_sale
    from sold
    order by sold.pieces desc, sold.revenue_paise desc, sold.product_id`.execute(db)
  return rows
}
