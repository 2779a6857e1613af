import { sql, type RawBuilder } from 'kysely'

import type { ParcelTrail } from '#contract/orders/parcels.ts'

import { TRAIL_FIELDS } from '#server/db/parcel-trail.ts'
import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'

/** The parcel that a courier brings back, as far as a return shows it. */
export interface ReturnParcelRow extends Pick<ParcelTrail, 'step' | 'at' | 'reason'> {
  bookedAt: string
  /** Those whose word is known. */
  scans: ParcelTrail['steps'] | null
  carrier: string | null
  trackingNumber: string
  trackingLink: string | null
  /** Somebody of the staff has to look after it. */
  needsLook: boolean
}

const days = (count: number) => sql`now() - make_interval(days => ${sql.lit(count)})`

/** The courier came in vain, or the parcel is lost, stopped, or on its way to the customer again. The same as `PARCEL_PROBLEM` of an order's. */
const NEEDS_LOOK = sql`(case
  when parcels.step = 'booked' then parcels.reason is not null or parcels.booked_at < ${days(UNSCANNED_DAYS)}
  when parcels.step in ('picked up', 'on its way', 'out for delivery') then not exists (
    select from parcel_scans scan where scan.parcel_id = parcels.id and scan.at > ${days(STUCK_DAYS)}
  )
  else parcels.step <> 'delivered'
end)`

/** The `ReturnParcelRow` of `returns`; null where none is booked. */
export const PARCEL = sql`(
  select json_build_object(
    ${TRAIL_FIELDS}, 'carrier', parcels.carrier, 'trackingNumber', parcels.tracking_number, 'trackingLink', parcels.tracking_link,
    'needsLook', ${NEEDS_LOOK}
  )
  from parcels where parcels.return_id = returns.id and parcels.state = 'booked'
)`

/** Whether nobody has received a return yet, and this is true of its parcel. */
const isFetched = (condition: RawBuilder<unknown>) => sql`(
  returns.status in ('approved', 'on its way') and exists (
    select from parcels where parcels.return_id = returns.id and parcels.state = 'booked' and ${condition}
  )
)`

/** What returns wait for that a courier fetches. */
export const PARCEL_CONDITIONS = {
  arrived: isFetched(sql`parcels.step = 'delivered'`),
  parcel: isFetched(NEEDS_LOOK),
}
