import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { findCheckoutByProviderOrder, isCaptured } from '#server/orders/checkout-queries.ts'
import { settle, type Settlement } from '#server/orders/settle.ts'

/**
 * Settles a payment as the provider reports it. Undefined for one that has only begun, for one whose money came before, and for
 * one that is none of this shop's: an account may serve several shops.
 */
export async function askAndSettle(
  shop: Pick<Shop, 'db' | 'tags'>,
  { id, orderId, amountPaise, status }: ProviderPayment,
): Promise<Settlement | undefined> {
  if (orderId === null || status === 'created') return undefined
  // Most reports tell what is known. What comes of money that went back is told by its refund (after/refunds.ts).
  if (await isCaptured(shop.db, id)) return undefined
  const checkout = await findCheckoutByProviderOrder(shop.db, orderId)
  return checkout && settle(shop, checkout.id, { id, amountPaise, status })
}
