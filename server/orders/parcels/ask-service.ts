import type { ParcelRow } from '#server/orders/parcels/parcel-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { CourierRefused, CourierUnavailable } from '#server/orders/couriers/courier-errors.ts'
import { conflict, unavailable } from '#server/errors.ts'

const SILENT = 'The courier service does not answer. Please try again soon.'

/**
 * What a courier service answers to somebody who waits. Throws a conflict for what it refuses, and unavailable where it
 * is silent.
 */
export async function askService<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof CourierRefused) throw conflict(error.message)
    if (error instanceof CourierUnavailable) throw unavailable(SILENT)
    throw error
  }
}

/** Where the courier's own label is. Throws a conflict for a parcel that is not booked with this courier service. */
export async function getParcelLabelLink({ courier }: Pick<Shop, 'courier'>, parcel: ParcelRow): Promise<string> {
  const { shipmentId, service, state } = parcel
  if (state !== 'booked' || shipmentId === null) throw conflict('This parcel is not booked yet.')
  if (service !== courier.name) throw conflict('This parcel was booked with another courier service.')
  return askService(() => courier.getLabelLink(shipmentId))
}
