import type { Order } from '#contract/orders/orders.ts'

import { patiently } from '#test/purchase.ts'
import { createVisitor } from '#test/visitor.ts'

import { sharedShop } from './journey.ts'
import { registerAndSignIn, type Customer } from './sign-in.ts'

export const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
}

/** Places an order of one item by a new customer, without a browser, by default in the shared shop. */
export async function placeOrder(
  address: typeof ADDRESS | null = ADDRESS,
  shop: { origin: string } = sharedShop(),
  names?: { firstname: string; lastname: string },
): Promise<{ order: Order; customer: Customer }> {
  const { api, fetch } = createVisitor(shop.origin)
  const customer = await registerAndSignIn(api, names)
  const { products } = await api.listProducts({ page: 1, limit: 1, inStock: 'true' })
  await api.addToCart(products[0]?._id ?? '')
  const { id } = await patiently(() => api.startPayment(address ?? undefined))
  const paid = await fetch('/sandbox/razorpay/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id, outcome: 'success', webhook: false }),
  })
  const answer = (await paid.json()) as Record<string, string>
  const proof = {
    razorpayOrderId: answer.razorpay_order_id ?? '',
    razorpayPaymentId: answer.razorpay_payment_id ?? '',
    signature: answer.razorpay_signature ?? '',
  }
  await api.verifyPayment(proof)
  return { order: await api.getOrder(customer._id, proof), customer }
}
