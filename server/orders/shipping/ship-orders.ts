import type { ShipOrders, ShipOrdersAnswer } from '#contract/orders/shipments.ts'
import type { Shop } from '#server/start/shop.ts'

import { counted } from '#contract/words/counted.ts'
import { isShopError } from '#contract/api/errors.ts'
import { changeOrderStatus } from '#server/orders/change-status.ts'

function messageOf(shipped: number, all: number): string {
  if (shipped === all) return `${counted(shipped, 'order')} shipped.`
  return `${counted(shipped, 'order')} shipped, ${all - shipped} not.`
}

/**
 * Ships orders one after the other, each like `changeOrderStatus` in its own transaction, and reports the outcome of
 * each. An order that cannot be shipped, or does not exist, does not stop the others. May be repeated.
 */
export async function shipOrders(
  shop: Pick<Shop, 'db' | 'tags' | 'payment' | 'settings' | 'publicUrl'>,
  { orders, actorId }: ShipOrders & { actorId: string },
): Promise<ShipOrdersAnswer> {
  const results: ShipOrdersAnswer['results'] = []
  for (const { _id, ...parcel } of orders) {
    try {
      await changeOrderStatus(shop, { orderId: _id, to: 'shipped', actorId, ...parcel })
      results.push({ _id, isShipped: true, message: 'Shipped.' })
    } catch (error) {
      if (!isShopError(error) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
      results.push({ _id, isShipped: false, message: error.message })
    }
  }
  return { message: messageOf(results.filter(({ isShipped }) => isShipped).length, results.length), results }
}
