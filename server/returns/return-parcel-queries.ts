import { sql, type RawBuilder } from 'kysely'

import type { ParcelTrail } from '#contract/orders/parcels.ts'

import { TRAIL_FIELDS } from '#server/db/parcel-trail.ts'
import { PARCEL_PROBLEM } from '#server/db/parcel-problem.ts'

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

/** The `ReturnParcelRow` of `returns` with their `orders`; null where none is booked. */
export const PARCEL = sql`(
  select json_build_object(
    ${TRAIL_FIELDS}, 'carrier', parcels.carrier, 'trackingNumber', parcels.tracking_number, 'trackingLink', parcels.tracking_link,
    'needsLook', ${PARCEL_PROBLEM} is not null
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
  parcel: isFetched(sql`${PARCEL_PROBLEM} is not null`),
}
