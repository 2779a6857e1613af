import type { Db } from '#server/db/database.ts'

import { OPEN_BOOKINGS } from '#contract/states/parcel-bookings.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { findParcel, startCancelling, subjectOf, type ParcelRow } from '#server/orders/parcels/parcel-queries.ts'
import { updateShipment } from '#server/orders/order-status-queries.ts'

/** Throws not-found. */
export async function getParcel(db: Db, parcelId: string): Promise<ParcelRow> {
  const parcel = await findParcel(db, parcelId)
  if (!parcel) throw notFound('Parcel')
  return parcel
}

/**
 * Has the courier service forget a parcel that no courier has yet, so that another one can be booked. Its order or its
 * return stays where it is, without a courier. May be repeated. Throws not-found, and a conflict for a parcel that has
 * left.
 */
export async function cancelParcel(
  db: Db,
  { parcelId, actorId }: { parcelId: string; actorId: string },
): Promise<ParcelRow> {
  const { orderId } = await getParcel(db, parcelId)
  return inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    const parcel = await getParcel(db, parcelId)
    const { state, step, trackingNumber } = parcel
    if (!OPEN_BOOKINGS.includes(state)) return parcel
    if (state === 'booked' && step !== 'booked') throw conflict('The courier has this parcel already.')
    await startCancelling(db, parcelId, null)
    const isItsOwn =
      parcel.returnId === null && trackingNumber !== null && order.shipment?.trackingNumber === trackingNumber
    if (isItsOwn) await updateShipment(db, orderId, null)
    await recordChange(db, actorId, 'parcel.cancelled', subjectOf(parcel), {
      before: { trackingNumber },
      after: { trackingNumber: null },
    })
    return { ...parcel, state: 'cancelling' }
  })
}
