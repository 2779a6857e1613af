import type { BuyAgainAnswer } from '#contract/orders.ts'
import type { Db } from '#server/db/open.ts'

import { getCart, putAgain } from '#server/cart/service.ts'
import { notFound } from '#server/errors.ts'
import { findOrderOf } from '#server/orders/order-queries.ts'

function messageFor(lines: number, leftOut: number, isEmpty: boolean): string {
  if (leftOut === 0) return 'Everything is in your cart again.'
  return leftOut === lines && isEmpty
    ? 'Nothing of this order can be bought any more.'
    : 'Not everything could be had again.'
}

/**
 * Puts what a customer bought with an order into the cart again: the same sizes, as many as are in stock. May be repeated
 * without doubling anything. Throws not-found for what is not the customer's own.
 */
export async function buyAgain(
  db: Db,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<BuyAgainAnswer> {
  const order = await findOrderOf(db, userId, orderId)
  if (!order) throw notFound('Order')
  const missing = await putAgain(db, userId, order.lines)
  const cart = await getCart(db, userId)
  const isNothing = !cart.cart.some(({ productId }) => order.lines.some((line) => line.productId === productId))
  return {
    message: messageFor(order.lines.length, missing.length, isNothing),
    leftOut: missing.map(({ line: { name, size }, sentence }) => ({ name, ...(size !== '' && { size }), sentence })),
    ...cart,
  }
}
