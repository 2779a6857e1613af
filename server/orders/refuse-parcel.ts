import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/status-queries.ts'

import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { conflict } from '#server/errors.ts'
import { moveOrder } from '#server/orders/change-status.ts'

export const NO_CASH = 'This order is not paid at the door.'

/**
 * A parcel that nobody took at the door: its order, which was locked in this transaction, is cancelled and nothing is due. Throws a conflict
 * for an order that is not on its way for cash. Call it last in the transaction.
 */
export async function refuseParcel(db: Db, order: OrderState, actorId: string | null): Promise<void> {
  if (order.cashStatus === null) throw conflict(NO_CASH)
  if (STATUS_FACTS[order.status].parcel !== 'under way') {
    throw conflict('Only a parcel that is on its way can be refused at the door.')
  }
  await moveOrder(db, order, 'cancelled', actorId, { reason: 'The parcel was refused at the door.', cash: 'refused' })
}
