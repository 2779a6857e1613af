import type { Order } from '#contract/orders/orders.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'
import type { Db } from '#server/db/database.ts'
import type { ObservedPayment, RefundReason } from '#server/orders/decide-payment-outcome.ts'
import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/start/shop.ts'

import { BAD_PROOF, notFound, paymentFailed } from '#server/errors.ts'
import { findCheckoutByProviderOrder, type CheckoutFacts } from '#server/orders/settle-payment-queries.ts'
import { findOwnOrder } from '#server/orders/order-queries.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { settlePayment, type Settlement } from '#server/orders/settle-payment.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { SHORT_CALL_MS } from '#server/payments/provider-timeouts.ts'
import { isPaymentSignature } from '#server/payments/signatures.ts'

/** Throws payment-failed unless the provider signed this payment for this order. */
function checkSignature({ razorpayOrderId, razorpayPaymentId, signature }: PaymentProof, { payment }: Shop): void {
  const signed = { orderId: razorpayOrderId, paymentId: razorpayPaymentId, signature }
  if (!isPaymentSignature(signed, payment.keySecret)) throw paymentFailed(undefined, BAD_PROOF)
}

async function findOwnCheckout(db: Db, userId: string, providerOrderId: string): Promise<CheckoutFacts | undefined> {
  const checkout = await findCheckoutByProviderOrder(db, providerOrderId)
  return checkout?.userId === userId ? checkout : undefined
}

/** The payment as the provider reports it; undefined if the provider does not answer in time. */
async function askProvider({ provider }: Shop, paymentId: string): Promise<ProviderPayment | undefined> {
  try {
    return await provider.getPayment(paymentId, { timeoutMs: SHORT_CALL_MS })
  } catch (error) {
    if (error instanceof ProviderRefused) throw paymentFailed(undefined, error)
    if (error instanceof ProviderUnavailable) return undefined
    throw error
  }
}

function observe(checkout: CheckoutFacts, paymentId: string, reported: ProviderPayment | undefined): ObservedPayment {
  if (reported && reported.orderId !== checkout.providerOrderId) throw paymentFailed()
  // The signature is right, so the provider's confirmation of a payment that has only begun is late.
  if (!reported || reported.status === 'created') {
    return { id: paymentId, amountPaise: checkout.totalPaise, status: 'vouched' }
  }
  return { id: reported.id, amountPaise: reported.amountPaise, status: reported.status }
}

const REFUSALS: Partial<Record<RefundReason, string>> = {
  'sold out': 'What you ordered sold out while you were paying. Whatever you paid is returned in full.',
  'ordered for cash':
    'You have ordered the same for cash on delivery. Whatever you paid now is returned in full; pay the courier at the door.',
  'sent for cash':
    'The parcel had left before you paid, so the order is paid at the door. Whatever you paid now is returned in full.',
  'order ended': 'The order had ended before you paid. Whatever you paid is returned in full.',
  'ordered otherwise': 'You have ordered the same with your store credit. Whatever you paid now is returned in full.',
  'store credit used up': 'Your store credit was used up while you were paying. Whatever you paid is returned in full.',
  'offer used up': 'The offer was used up while you were paying. Whatever you paid is returned in full.',
}

function checkOrdered(settlement: Settlement): void {
  if (settlement.kind === 'ordered') return
  if (settlement.kind === 'recorded') throw paymentFailed()
  if (settlement.reason !== 'paid twice') throw paymentFailed(REFUSALS[settlement.reason])
}

/**
 * Checks a buyer's proof of payment and makes the order. Asks the provider first; if it does not answer within 3 s, the
 * signature suffices for the order, which is not shipped before the money is captured. Throws payment-failed if the
 * payment makes no order, and for somebody else's payment.
 */
export async function verifyPayment(shop: Shop, userId: string, proof: PaymentProof): Promise<void> {
  const checkout = await findOwnCheckout(shop.db, userId, proof.razorpayOrderId)
  if (!checkout) throw paymentFailed(undefined, BAD_PROOF)
  checkSignature(proof, shop)
  const paymentId = proof.razorpayPaymentId
  if (checkout.paidBy === paymentId) return
  if (checkout.isSandbox !== shop.payment.isSandbox) throw paymentFailed()
  const reported = await askProvider(shop, paymentId)
  checkOrdered(await settlePayment(shop, checkout.id, observe(checkout, paymentId, reported)))
}

/**
 * The order of a proven payment, made now if it was not made before. Throws not-found for somebody else's, and
 * payment-failed for a wrong proof or if the payment makes no order.
 */
export async function getProvenOrder(shop: Shop, userId: string, proof: PaymentProof): Promise<Order> {
  const existing = await findOwnOrder(shop.db, userId, proof.razorpayOrderId)
  if (existing) {
    checkSignature(proof, shop)
    return orderFromRow(existing)
  }
  if (!(await findOwnCheckout(shop.db, userId, proof.razorpayOrderId))) throw notFound('Order')
  await verifyPayment(shop, userId, proof)
  const order = await findOwnOrder(shop.db, userId, proof.razorpayOrderId)
  if (!order) throw paymentFailed()
  return orderFromRow(order)
}
