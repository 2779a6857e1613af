import type { BuyAgainAnswer } from '#contract/orders/orders.ts'
import type { Shop } from '#server/start/shop.ts'

import { getCart, addOrderedLines } from '#server/cart/service.ts'
import { notFound } from '#server/errors.ts'
import { findOrder } from '#server/orders/order-queries.ts'

/**
 * Adds the lines of an order to the customer's cart again: the same sizes, as many as are in stock. May be repeated
 * without doubling anything. Throws not-found for somebody else's order.
 */
export async function buyAgain(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<BuyAgainAnswer> {
  const order = await findOrder(db, { orderId, userId })
  if (!order) throw notFound('Order')
  const missing = await addOrderedLines(db, userId, order.lines)
  const cart = await getCart(db, userId, settings.current())
  const hasSome = cart.cart.some(({ productId }) => order.lines.some((line) => line.productId === productId))
  const isNothing = missing.length === order.lines.length && !hasSome
  const partly = isNothing ? 'Nothing of this order can be bought any more.' : 'Not everything could be had again.'
  return {
    message: missing.length === 0 ? 'Everything is in your cart again.' : partly,
    leftOut: missing.map(({ line: { name, size }, sentence }) => ({ name, ...(size !== '' && { size }), sentence })),
    ...cart,
  }
}
