import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { conflict } from '#server/errors.ts'
import { findOpenParcel } from '#server/orders/parcels/parcel-queries.ts'

const TOO_LATE: Partial<Record<OrderStatus, string>> = {
  shipped: 'This order is on its way already, so it can no longer be changed.',
  delivered: 'This order was delivered, so it can no longer be changed.',
  cancelled: 'This order was cancelled, so it can no longer be changed.',
}

/**
 * Throws a conflict for an order that has left or was cancelled, and for one whose parcel a courier service knows. Lock
 * the order first.
 */
export async function checkChangeable(db: Db, { id, status }: OrderState): Promise<void> {
  if (!isUnsentStatus(status)) throw conflict(TOO_LATE[status] ?? `This order is already ${status}.`)
  const parcel = await findOpenParcel(db, id)
  if (parcel && parcel.state !== 'refused') {
    throw conflict('A courier is booked for this order. Please cancel its parcel first.')
  }
}
