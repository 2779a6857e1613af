import type { OrderStatus } from '#contract/order-states.ts'
import type { Shop } from '#server/shop.ts'

import { NEXT_STATUSES } from '#contract/order-states.ts'
import { conflict, notFound } from '#server/errors.ts'
import { cancelOrder, step } from '#server/orders/cancel.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { findOrderState, lockCheckoutOfOrder, type OrderState } from '#server/orders/status-queries.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

function checkStep(
  { status, hasAddress, isSandbox, payment, dispute }: OrderState,
  to: OrderStatus,
  isLive: boolean,
): void {
  if (status === to) throw conflict(`This order is already ${to === 'order placed' ? 'placed' : to}.`)
  if (!NEXT_STATUSES[status].includes(to)) throw conflict(`An order that is ${status} cannot become ${to}.`)
  if (to !== 'shipped') return
  if (isSandbox && isLive) {
    throw conflict('This order was paid in the sandbox: no money moved, so it cannot be shipped.')
  }
  if (!hasAddress) throw conflict('This order has no address yet, so it cannot be shipped.')
  if (payment?.status !== 'captured') throw conflict('The payment of this order is not captured yet.')
  if (dispute?.status === 'lost') {
    throw conflict('The payment of this order was lost in a dispute, so it cannot be shipped.')
  }
  if (dispute) throw conflict('The payment of this order is disputed, so it cannot be shipped until that is decided.')
}

/**
 * Moves an order to another status: the one place where an administrator does so. Throws not-found, and a conflict for a
 * step that is not allowed, for shipping without an address or money that is there to stay, and for the slower of two at once.
 */
export async function changeOrderStatus(
  { db, payment, tags }: Pick<Shop, 'db' | 'payment' | 'tags'>,
  { orderId, to, actorId }: { orderId: string; to: OrderStatus; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const checkoutId = await lockCheckoutOfOrder(db, orderId)
    const order = checkoutId && (await findOrderState(db, checkoutId))
    if (!order) throw notFound('Order')
    checkStep(order, to, !payment.isSandbox)
    if (to === 'cancelled') await cancelOrder(db, order, actorId)
    else await step(db, order, to, actorId)
  })
  if (to === 'cancelled') tags.outdate(CATALOGUE)
}
