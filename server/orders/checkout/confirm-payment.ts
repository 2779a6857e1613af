import type { PaymentProof } from '#contract/payments.ts'
import type { CheckoutFacts } from '#server/orders/checkout-queries.ts'
import type { ObservedPayment } from '#server/orders/settlement.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { paymentFailed } from '#server/errors.ts'
import { settle, type Settlement } from '#server/orders/settle.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { SHORT_CALL_MS } from '#server/payments/provider-timeouts.ts'
import { isPaymentSignature } from '#server/payments/signatures.ts'

/** True when the provider signed this payment for this order. */
export function isProof({ razorpayOrderId, razorpayPaymentId, signature }: PaymentProof, { payment }: Shop): boolean {
  return isPaymentSignature({ orderId: razorpayOrderId, paymentId: razorpayPaymentId, signature }, payment.keySecret)
}

async function ask(provider: PaymentProvider, paymentId: string): Promise<ProviderPayment | undefined> {
  try {
    return await provider.getPayment(paymentId, { timeoutMs: SHORT_CALL_MS })
  } catch (error) {
    if (error instanceof ProviderRefused) throw paymentFailed(undefined, error)
    if (error instanceof ProviderUnavailable) return undefined
    throw error
  }
}

function observe(checkout: CheckoutFacts, paymentId: string, told: ProviderPayment | undefined): ObservedPayment {
  if (told && told.orderId !== checkout.providerOrderId) throw paymentFailed()
  // With a right signature, a payment that has only begun is one whose confirmation is late.
  if (!told || told.status === 'created') {
    return { id: paymentId, amountPaise: checkout.totalPaise, status: 'vouched' }
  }
  return { id: told.id, amountPaise: told.amountPaise, status: told.status }
}

function checkOrdered(settlement: Settlement): void {
  if (settlement.kind === 'ordered') return
  if (settlement.kind === 'noted') throw paymentFailed()
  if (settlement.reason === 'paid twice') return
  if (settlement.reason === 'sold out') {
    throw paymentFailed('What you ordered sold out while you were paying. Whatever you paid is returned in full.')
  }
  throw paymentFailed()
}

/**
 * Makes sure that a proven payment has its order, and answers when there is one. Asks the provider first; when that does
 * not answer within 3 s, the order is made on the strength of the signature and is not shipped before the money is
 * captured. Throws payment-failed where no order comes of the payment.
 */
export async function confirmPayment(shop: Shop, checkout: CheckoutFacts, paymentId: string): Promise<void> {
  if (checkout.paidBy === paymentId) return
  if (checkout.isSandbox !== shop.payment.isSandbox) throw paymentFailed()
  const told = await ask(shop.provider, paymentId)
  checkOrdered(await settle(shop, checkout.id, observe(checkout, paymentId, told)))
}
