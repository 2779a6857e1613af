import type { Order } from '#contract/orders.ts'

import { openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer, type Customer } from './sign-in.ts'

export const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
}

/** Places an order of one item by a new customer in a new browser profile, by default in the shared shop. */
export async function placeOrder(
  address: typeof ADDRESS | null = ADDRESS,
  shop: { origin: string } = sharedShop(),
  names?: { firstname: string; lastname: string },
): Promise<{ order: Order; customer: Customer }> {
  const page = await openPage(shop, {})
  const customer = await signInCustomer(page, names)
  const api = apiOf(page)
  const { products } = await api.listProducts({ page: 1, limit: 1, inStock: 'true' })
  await api.addToCart(products[0]?._id ?? '')
  const { id } = await api.startPayment(address ?? undefined)
  const paid = await page
    .context()
    .request.post('/sandbox/razorpay/pay', { data: { order_id: id, outcome: 'success', webhook: false } })
  const answer = (await paid.json()) as Record<string, string>
  const proof = {
    razorpayOrderId: answer.razorpay_order_id ?? '',
    razorpayPaymentId: answer.razorpay_payment_id ?? '',
    signature: answer.razorpay_signature ?? '',
  }
  await api.verifyPayment(proof)
  return { order: await api.getOrder(customer._id, proof), customer }
}
