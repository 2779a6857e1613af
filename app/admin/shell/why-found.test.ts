import { expect, test } from 'vitest'

import type { FoundProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Contact } from '#contract/contacts/contacts.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

import { findableInMessage, findableInOrder, findableInProduct, whyFound } from '#app/admin/shell/why-found.ts'

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
} as unknown as StaffOrder

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
] as const)('an order by %s: the row says why', ([typed, ...why]) => {
  expect(whyFound(findableInOrder(ORDER), typed, '#D71795 Asha Rao')).toEqual(why)
})

const PRODUCT = {
  name: 'Drafting Chino',
  foundCode: 'CHN-IND-32',
  colour: 'Bleu Océan',
  fabric: 'Cotton twill',
  description:
    'A chino for every day. The cloth is washed with enzymes before it is cut, so that it keeps its size at home.',
} as unknown as FoundProduct

test.for([
  ['drafting'],
  ['chn-ind', 'CHN-IND-32'],
  ['ocean chino', 'Bleu Océan'],
  ['TWILL', 'Cotton twill'],
  ['enzymes', '…cloth is washed with enzymes before it is cut,…'],
  ['twill enzymes', 'Cotton twill', '…cloth is washed with enzymes before it is cut,…'],
] as const)('a product by %s: the row says why', ([typed, ...why]) => {
  expect(whyFound(findableInProduct(PRODUCT), typed, 'Drafting Chino')).toEqual(why)
})

const MESSAGE = {
  email: 'tara@example.com',
  contactNumber: '9829010001',
  message: 'Is it lined?',
} as Contact

test.for([
  ['nair'],
  ['T-7K3QF9'],
  ['tara@example.com', 'tara@example.com'],
  ['+91 98290-10001', '9829010001'],
  ['lined', 'Is it lined?'],
] as const)('a message by %s: the row says why', ([typed, ...why]) => {
  expect(whyFound(findableInMessage(MESSAGE), typed, 'A question T-7K3QF9, Tara Nair')).toEqual(why)
})
