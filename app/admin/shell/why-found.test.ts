import { expect, test } from 'vitest'

import type { Order } from '#contract/orders/orders.ts'

import { whyFound } from '#app/admin/shell/why-found.ts'

const ORDER = {
  orderId: 'order_Nq3',
  address: {
    fullName: 'Rakesh Menon',
    phone: '+91 98765-00011',
    street: '4 Lake Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302001',
  },
  products: [{ product: { name: 'Band Collar Shirt' }, size: 'XXL' }],
  user: { _id: 'u', name: 'Asha Rao', email: 'asha@example.com' },
  shipment: null,
  documents: [],
} as unknown as Order

test.for([
  ['rakesh', 'Rakesh Menon'],
  ['asha'],
  ['#D71795'],
  ['98765 00011', '+91 98765-00011'],
  ['collar xxl', 'Band Collar Shirt, XXL'],
  ['asha 302001', 'Jaipur 302001'],
  ['menon jaipur', 'Rakesh Menon', 'Jaipur 302001'],
  ['ASHA@example.com', 'asha@example.com'],
  ['pay_Nq3VvKZ1', 'pay_Nq3VvKZ1'],
] as const)('%s: the row says why', ([typed, ...why]) => {
  expect(whyFound(ORDER, typed, '#D71795 Asha Rao')).toEqual(why)
})
