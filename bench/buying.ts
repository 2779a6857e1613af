import type { Caller } from './caller.ts'
import type { SignedIn } from './prepare.ts'

import { createCaller } from './caller.ts'

/** Where everything that is bought goes. */
export const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, Lake View Road',
  city: 'Mysuru',
  state: 'Karnataka',
  pincode: '570001',
}

export interface Buyer {
  id: string
  caller: Caller
}

export const createBuyers = (origin: string, buyers: readonly SignedIn[]): Buyer[] =>
  buyers.map(({ id, cookie }) => ({ id, caller: createCaller(origin, cookie) }))

/** What the sandbox answers a payment with: the proof that the shop verifies. */
export interface Paid {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** Pays what was started, has it verified, reads the order and gives it an address. */
export async function finishPurchase({ id, caller }: Buyer, providerOrderId: string): Promise<void> {
  const paid = await caller.ask<Paid>('POST', '/sandbox/razorpay/pay', {
    order_id: providerOrderId,
    outcome: 'success',
    webhook: false,
  })
  const { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature } = paid
  await caller.ask('POST', '/api/payment/api/payment/verify', {
    razorpayOrderId: order,
    razorpayPaymentId: payment,
    signature,
  })
  const made = await caller.ask<{ _id: string }>('GET', `/api/order/${id}/${order}/${payment}/${signature}`)
  await caller.ask('POST', `/api/order/address/${made._id}`, { address: ADDRESS })
}

/** A whole purchase of one piece in six calls: add, start the payment, pay, verify, read the order, give the address. */
export async function purchaseOne(buyer: Buyer, productId: string): Promise<void> {
  await buyer.caller.ask('GET', `/api/cart/add/${productId}`)
  const started = await buyer.caller.ask<{ id: string }>('POST', '/api/payment/create/orderId', {})
  await finishPurchase(buyer, started.id)
}
