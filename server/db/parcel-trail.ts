import { sql } from 'kysely'

import type { ParcelStep, UndeliveredReason } from '#contract/states/parcel-steps.ts'

/** Where a booked parcel is, with the scans whose word is known. */
export interface TrailRow {
  step: ParcelStep
  at: string
  reason: UndeliveredReason | null
  bookedAt: string
  scans: { step: ParcelStep; at: string; place: string }[] | null
}

/** What a `TrailRow` is built of, from a row of `parcels`: the scans are those whose word is known. */
export const TRAIL_FIELDS = sql`
  'step', parcels.step, 'at', parcels.step_at, 'reason', parcels.reason, 'bookedAt', parcels.booked_at, 'scans', (
    select json_agg(json_build_object('step', scan.step, 'at', scan.at, 'place', scan.place) order by scan.at)
    from parcel_scans scan where scan.parcel_id = parcels.id and scan.step is not null
  )`
