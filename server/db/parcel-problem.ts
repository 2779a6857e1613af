import { sql } from 'kysely'

import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'

/** Whether a parcel to a customer has arrived, was given up or is in again, whatever its courier said of it last. */
const IS_OVER = sql`(parcels.direction = 'out' and (orders.status = 'delivered' or (orders.status = 'cancelled' and not exists (
  select from returns where returns.order_id = orders.id and returns.status = 'on its way'
))))`

/**
 * What the staff have to look after at a row of `parcels` with its `orders`; null for nothing. A parcel that comes back
 * has cancelled its order: whoever takes returns in looks after it. A return that a courier has, or came for in vain,
 * is looked after with the returns.
 */
export const PARCEL_PROBLEM = sql<string | null>`case
  when parcels.state <> 'booked' or ${IS_OVER} then null
  when parcels.step in ('not delivered', 'lost') then 'undelivered'
  when parcels.step in ('coming back', 'back') and (parcels.direction = 'back' or orders.status = 'shipped') then 'undelivered'
  when parcels.step = 'booked' and parcels.reason is not null then 'unfetched'
  when parcels.step = 'booked' and parcels.booked_at < now() - make_interval(days => ${sql.lit(UNSCANNED_DAYS)}) then 'unscanned'
  when parcels.step in ('picked up', 'on its way', 'out for delivery', 'coming back') and not exists (
    select from parcel_scans scan
    where scan.parcel_id = parcels.id and scan.at > now() - make_interval(days => ${sql.lit(STUCK_DAYS)})
  ) then 'stuck'
end`
