import type { Shop } from '#server/shop.ts'

import { cancelOrder } from '#server/orders/cancel.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockCheckout } from '#server/orders/settle-queries.ts'
import { findOrderState } from '#server/orders/status-queries.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

/**
 * Cancels the order of a checkout whose money never came, so that its stock can be sold. Nothing was charged; should the
 * money come after all, it is refunded then.
 */
export async function cancelUncaptured({ db, tags }: Pick<Shop, 'db' | 'tags'>, checkoutId: string): Promise<void> {
  const isCancelled = await inTransaction(db, async (db) => {
    await lockCheckout(db, checkoutId)
    const order = await findOrderState(db, checkoutId)
    if (order?.status !== 'order placed' || order.payment?.status === 'captured') return false
    await cancelOrder(db, order, null)
    return true
  })
  if (isCancelled) tags.outdate(CATALOGUE)
}
