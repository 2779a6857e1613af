import { sql, type RawBuilder } from 'kysely'

import type { ParcelWait } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'
import { NOW_IN_INDIA } from '#server/db/india-time.ts'

/**
 * What the staff have to look after at a row of `parcels` with its `orders`; null for nothing. A parcel for cash that comes back has cancelled
 * its order: whoever takes returns in looks after it. A return that a courier has, or came for in vain, is looked after with the returns.
 */
export const PARCEL_PROBLEM = sql<string | null>`case
  when parcels.state <> 'booked' then null
  when parcels.step in ('not delivered', 'lost') then 'undelivered'
  when parcels.step in ('coming back', 'back') and (parcels.direction = 'back' or orders.status = 'shipped') then 'undelivered'
  when parcels.step = 'booked' and parcels.reason is not null then 'unfetched'
  when parcels.step = 'booked' and parcels.booked_at < now() - make_interval(days => ${sql.lit(UNSCANNED_DAYS)}) then 'unscanned'
  when parcels.step in ('picked up', 'on its way', 'out for delivery', 'coming back') and not exists (
    select from parcel_scans scan
    where scan.parcel_id = parcels.id and scan.at > now() - make_interval(days => ${sql.lit(STUCK_DAYS)})
  ) then 'stuck'
end`

const withProblem = (problem: string) => sql`
  select parcels.order_id from parcels join orders on orders.id = parcels.order_id
  where parcels.direction = 'out' and parcels.state = 'booked' and parcels.step not in ('delivered') and ${PARCEL_PROBLEM} = ${problem}`

/** Sent, not delivered, and promised for a day that is over in India. */
const IS_LATE = sql`orders.status = 'shipped' and orders.deliver_by < ${NOW_IN_INDIA}::date`

/** Whether an order waits for a person because of its parcel. */
export const PARCEL_WAITS: Record<ParcelWait, RawBuilder<unknown>> = {
  stuck: sql`orders.id in (${withProblem('stuck')})`,
  unscanned: sql`orders.id in (${withProblem('unscanned')})`,
  undelivered: sql`orders.id in (${withProblem('undelivered')})`,
  late: IS_LATE,
}

/** How many orders wait because of their parcels. Those of the sandbox count where the shop takes no real money. */
export async function countParcelProblems(
  db: Db,
  { hasSandbox }: { hasSandbox: boolean },
): Promise<Record<ParcelWait, number>> {
  const { rows } = await sql<Record<ParcelWait, number>>`
    with problems as (
      select ${PARCEL_PROBLEM} as problem from parcels join orders on orders.id = parcels.order_id
      where parcels.direction = 'out' and parcels.state = 'booked' and parcels.step <> 'delivered' and (${hasSandbox}::boolean or not orders.is_sandbox)
    )
    select
      count(*) filter (where problem = 'stuck')::int as stuck,
      count(*) filter (where problem = 'unscanned')::int as unscanned,
      count(*) filter (where problem = 'undelivered')::int as undelivered,
      (select count(*)::int from orders where ${IS_LATE} and (${hasSandbox}::boolean or not is_sandbox)) as late
    from problems`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  return row
}
