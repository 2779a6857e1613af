import type { OrderStatus } from '#contract/order-states.ts'
import type { Shop } from '#server/shop.ts'

import { conflict, notFound } from '#server/errors.ts'
import { cancelOrder } from '#server/orders/cancel.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { findOrderState, lockCheckoutOfOwnOrder } from '#server/orders/status-queries.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

const TOO_LATE: Record<Exclude<OrderStatus, 'order placed'>, string> = {
  shipped: 'This order is on its way already, so it can no longer be cancelled here. Please write to us.',
  delivered: 'This order was delivered, so it can no longer be cancelled.',
  cancelled: 'This order is already cancelled.',
}

/**
 * Cancels a customer's own order while it waits to be shipped, exactly as an administrator would: the stock goes back and
 * what was captured is asked back in full, once. Throws not-found for what is not the customer's own, and a conflict for an
 * order that is past that or that somebody else moves at this very moment.
 */
export async function cancelOwnOrder(
  { db, tags }: Pick<Shop, 'db' | 'tags'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const checkoutId = await lockCheckoutOfOwnOrder(db, userId, orderId)
    const order = checkoutId && (await findOrderState(db, checkoutId))
    if (!order) throw notFound('Order')
    if (order.status !== 'order placed') throw conflict(TOO_LATE[order.status])
    await cancelOrder(db, order, userId)
  })
  tags.outdate(CATALOGUE)
}
