import { ADDRESS } from '#test/purchase.ts'

import { repeatFor, type Caller } from './load.ts'

export interface Buyer {
  id: string
  caller: Caller
}

type Paid = Record<'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature', string>

/** Pays what was started, has it verified, reads the order and gives it an address. */
export async function finishPurchase({ id, caller }: Buyer, providerOrderId: string): Promise<void> {
  const payment = { order_id: providerOrderId, outcome: 'success', webhook: false }
  const paid = await caller.ask<Paid>('POST', '/sandbox/razorpay/pay', payment)
  const { razorpay_order_id: razorpayOrderId, razorpay_payment_id: razorpayPaymentId } = paid
  const signature = paid.razorpay_signature
  await caller.ask('POST', '/api/payment/api/payment/verify', { razorpayOrderId, razorpayPaymentId, signature })
  const order = `/api/order/${id}/${razorpayOrderId}/${razorpayPaymentId}/${signature}`
  const made = await caller.ask<{ _id: string }>('GET', order)
  await caller.ask('POST', `/api/order/address/${made._id}`, { address: ADDRESS })
}

/**
 * A whole purchase of one piece in six calls: add, start the payment, pay, verify, read the order, give the address.
 */
export async function buyOne(buyer: Buyer, productId: string): Promise<void> {
  await buyer.caller.ask('GET', `/api/cart/add/${productId}`)
  const started = await buyer.caller.ask<{ id: string }>('POST', '/api/payment/create/orderId', {})
  await finishPurchase(buyer, started.id)
}

/** Everybody buys one product after the other until the time is over. */
export const buyFor = (seconds: number, buyers: readonly Buyer[], productIds: readonly string[]): Promise<number> =>
  repeatFor(seconds, buyers, (buyer, turn) => buyOne(buyer, productIds[turn % productIds.length] ?? ''))
