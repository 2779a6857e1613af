import type { ParcelRow } from '#server/orders/parcels/parcel-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { CourierRefused, CourierUnavailable } from '#server/orders/couriers/courier-errors.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { conflict } from '#server/errors.ts'
import { askService } from '#server/orders/parcels/ask-service.ts'
import { keepScans } from '#server/orders/parcels/follow-parcel.ts'
import { claimChecks, scheduleCheck } from '#server/orders/parcels/parcel-queries.ts'
import { CHECK_PAUSE, LEASE_SECONDS } from '#server/orders/parcels/parcel-times.ts'

/** Their couriers are asked at the same moment. */
const BATCH = 8

/** Asks the courier where a parcel is, and follows it. */
async function check(shop: Shop, parcel: ParcelRow): Promise<void> {
  if (parcel.trackingNumber === null || parcel.service !== shop.courier.name) return
  await keepScans(shop, parcel, await shop.courier.track(parcel.trackingNumber))
}

/**
 * The same for somebody who waits for it. Throws a conflict for a parcel without a number, and unavailable where the
 * courier is silent.
 */
export async function checkParcel(shop: Shop, parcel: ParcelRow): Promise<void> {
  if (parcel.trackingNumber === null) throw conflict('This parcel is not booked yet.')
  if (parcel.service !== shop.courier.name) throw conflict('This parcel was booked with another courier service.')
  await askService(() => check(shop, parcel))
}

/**
 * Asks the couriers of the parcels that are due, because a status call may be lost. Any number of processes may do so
 * at once.
 */
export async function checkParcels(shop: Shop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const parcels = await claimChecks(shop.db, BATCH, LEASE_SECONDS)
    await Promise.all(
      parcels.map(async (parcel) => {
        try {
          await check(shop, parcel)
        } catch (error) {
          if (!(error instanceof CourierRefused) && !(error instanceof CourierUnavailable)) {
            shop.log.error({ err: error, parcelId: parcel.id }, 'a parcel could not be followed')
          }
        }
        await scheduleCheck(shop.db, parcel.id, backoffSeconds(parcel.checks, CHECK_PAUSE))
      }),
    )
    if (parcels.length < BATCH) return
  }
}
