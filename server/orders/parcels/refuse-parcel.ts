import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'

import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { conflict } from '#server/errors.ts'
import { moveOrder } from '#server/orders/change-status.ts'

/**
 * A parcel that nobody took, or that could not be handed over: its order, which was locked in this transaction, is
 * cancelled, and its pieces come back by a return. At the door nothing is due; what was paid before waits for
 * somebody's decision. Throws a conflict for an order that is not on its way. Call it last in the transaction.
 */
export async function refuseParcel(db: Db, order: OrderState, actorId: string | null): Promise<void> {
  if (STATUS_FACTS[order.status].parcel !== 'under way') {
    throw conflict('Only a parcel that is on its way can be refused at the door.')
  }
  const reason =
    order.cashStatus === null ? 'The parcel could not be delivered.' : 'The parcel was refused at the door.'
  await moveOrder(db, order, 'cancelled', actorId, { reason, origin: 'parcel refused' })
}
