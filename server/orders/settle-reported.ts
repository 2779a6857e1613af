import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { findCheckoutByProviderOrder } from '#server/orders/checkout-queries.ts'
import { settle, type Settlement } from '#server/orders/settle.ts'

/**
 * Settles a payment as the provider reports it. Undefined for one that has only begun, and for one that is none of this
 * shop's: an account may serve several shops.
 */
export async function settleReported(
  shop: Pick<Shop, 'db' | 'revision'>,
  { id, orderId, amountPaise, status }: ProviderPayment,
): Promise<Settlement | undefined> {
  if (orderId === null || status === 'created') return undefined
  const checkout = await findCheckoutByProviderOrder(shop.db, orderId)
  return checkout && settle(shop, checkout.id, { id, amountPaise, status })
}
