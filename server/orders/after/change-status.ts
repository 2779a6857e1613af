import type { OrderStatus } from '#contract/order-states.ts'
import type { Shop } from '#server/shop.ts'

import { NEXT_STATUSES } from '#contract/order-states.ts'
import { conflict, notFound } from '#server/errors.ts'
import { cancelOrder, step } from '#server/orders/after/cancel.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { findOrderState, lockCheckoutOfOrder, type OrderState } from '#server/orders/after/status-queries.ts'

function checkStep({ status, hasAddress, payment }: OrderState, to: OrderStatus): void {
  if (status === to) throw conflict(`This order is already ${to === 'order placed' ? 'placed' : to}.`)
  if (!NEXT_STATUSES[status].includes(to)) throw conflict(`An order that is ${status} cannot become ${to}.`)
  if (to !== 'shipped') return
  if (!hasAddress) throw conflict('This order has no address yet, so it cannot be shipped.')
  if (payment?.status !== 'captured') throw conflict('The payment of this order is not captured yet.')
}

/**
 * Moves an order to another status: the one place where an administrator does so. Throws not-found, and a conflict for a
 * step that is not allowed, for shipping without an address or captured money, and for the slower of two at once.
 */
export async function changeOrderStatus(
  { db, revision }: Pick<Shop, 'db' | 'revision'>,
  { orderId, to, actorId }: { orderId: string; to: OrderStatus; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const checkoutId = await lockCheckoutOfOrder(db, orderId)
    const order = checkoutId && (await findOrderState(db, checkoutId))
    if (!order) throw notFound('Order')
    checkStep(order, to)
    if (to === 'cancelled') await cancelOrder(db, order, actorId)
    else await step(db, order, to, actorId)
  })
  if (to === 'cancelled') revision.bump()
}
