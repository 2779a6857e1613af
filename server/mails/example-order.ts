import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'

import { isSentStatus, stepsTo } from '#contract/states/order-states.ts'

/** A product of the shop, so that the preview shows a picture of its own. */
export interface ExampleProduct {
  _id: string
  name: string
  image: string | null
}

const NONE = { first: 'Oxford Shirt', second: 'Selvedge Jeans with Straight Legs, Rinsed Once' }
const unknown = (name: string): ExampleProduct => ({ _id: 'example', name, image: null })

const exampleParcel = (at: string): NonNullable<Order['parcel']> => ({
  step: 'on its way',
  at,
  reason: null,
  steps: [
    { step: 'booked', at, place: '' },
    { step: 'picked up', at, place: 'Bengaluru' },
    { step: 'on its way', at, place: 'Mysuru' },
  ],
})

/** A made-up order in this status since `at`, of up to two of these products. */
export function exampleOrder(products: readonly ExampleProduct[], status: OrderStatus, at: string): Order {
  const [first = unknown(NONE.first), second = unknown(NONE.second)] = products
  return {
    _id: '65f0c1a2b3d4e5f6a7dc6669',
    orderId: 'order_example',
    createdAt: at,
    status,
    products: [
      { _id: 'one', product: { ...first, price: 1999, discountedPrice: 1499 }, quantity: 2, size: 'M' },
      { _id: 'two', product: { ...second, price: 2499.5 }, quantity: 1, size: '32' },
    ],
    discount: { amount: 200, reason: 'WELCOME200' },
    totalAmount: 5297.5,
    totalPrice: 5297.5,
    address: {
      fullName: 'Asha Rao',
      phone: '9876543210',
      street: '12, Lake View Road',
      city: 'Mysuru',
      state: 'Karnataka',
      pincode: '570001',
    },
    shipment: {
      courier: 'delhivery',
      name: 'Delhivery',
      trackingNumber: '1490812345678',
      trackingLink: 'https://www.delhivery.com/track/package/1490812345678',
    },
    ...(isSentStatus(status) && { parcel: exampleParcel(at) }),
    user: { _id: 'example', name: 'Asha Rao', email: 'asha@example.com' },
    payment: status === 'cancelled' ? 'refund pending' : 'paid',
    refund: null,
    refunds: [],
    refundedAmount: 0,
    documents: [{ _id: 'example', kind: 'receipt', number: '#K4M2PX' }],
    isSandbox: false,
    timeline: stepsTo(status).map((step) => ({ status: step, at })),
  }
}
