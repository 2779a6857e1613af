import { sql, type RawBuilder } from 'kysely'

import type { ParcelWait } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { PARCEL_PROBLEM } from '#server/db/parcel-problem.ts'

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
