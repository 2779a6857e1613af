import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { isUnsentStatus } from '#contract/orders/order-states.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { lockOrder, moveOrder } from '#server/orders/change-status.ts'

/** Why a customer cannot cancel an order, where there is more to say than its status. */
const TOO_LATE: Partial<Record<OrderStatus, string>> = {
  shipped: 'This order is on its way already, so it can no longer be cancelled here. Please write to us.',
  delivered: 'This order was delivered, so it can no longer be cancelled.',
}

/**
 * Cancels a customer's own order before it is shipped, as an administrator would. Throws not-found for somebody else's order,
 * and a conflict for an order that is past that or that somebody else moves at the same moment.
 */
export async function cancelOwnOrder(db: Db, { orderId, userId }: { orderId: string; userId: string }): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId, userId })
    if (!isUnsentStatus(order.status)) {
      throw conflict(TOO_LATE[order.status] ?? `This order is already ${order.status}.`)
    }
    await moveOrder(db, order, 'cancelled', userId)
  })
}
