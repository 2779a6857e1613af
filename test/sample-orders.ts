import type { Order } from '#contract/orders/orders.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'

import { ADDRESS } from '#test/purchase.ts'

export const FINDING = { kind: 'payment is unknown to the provider', subject: 'pay_sample', amount: 5 }

/** What the calls about orders, their money and their parcels are sent. */
export const orderBodies = (order: Order, proof: PaymentProof): Record<string, object> => ({
  'PATCH /admin/orders/{orderId}/status': { status: 'shipped' },
  'POST /admin/documents/{documentId}/e-invoice': { irn: '0f'.repeat(32), qrText: 'a.signed.text' },
  'POST /admin/findings/deal': { ...FINDING, note: 'Asked the bank.' },
  'POST /admin/findings/reopen': FINDING,
  'POST /admin/orders/{orderId}/cancel': { lines: [{ _id: order.products[0]!._id, quantity: 1 }] },
  'PUT /admin/orders/{orderId}/size': { line: order.products[0]!._id, size: 'XXL', quantity: 1 },
  'PUT /admin/orders/{orderId}/address': { address: { ...ADDRESS, city: 'Elsewhere' } },
  'POST /admin/parcels/book': { orders: [{ _id: order._id }] },
  'POST /admin/orders/ship': { orders: [{ _id: order._id }] },
  'PUT /admin/orders/{orderId}/shipment': { shipment: { courier: 'delhivery', trackingNumber: '1234567890' } },
  'POST /payment/api/payment/verify': proof,
  'POST /order/cash': { address: ADDRESS },
  'POST /order/credit': { address: ADDRESS },
  'POST /order/cash/confirm': { token: 'none' },
  'POST /order/{orderId}/confirm': { code: '402913' },
  'PATCH /admin/orders/{orderId}/cash': { to: 'confirmed' },
  'POST /admin/orders/{orderId}/remittance': { amount: 1 },
  'POST /admin/cash/remittance': { trackingNumber: 'NOBODYS1', amount: '1' },
  'PATCH /admin/cash/findings/{findingId}': { isDealt: true },
  'POST /admin/packing/{orderId}/items': { items: [{ key: 'sample-piece', code: 'no-such-code' }] },
  'PUT /admin/packing/{orderId}/aside': { reason: 'One is missing' },
  'POST /order/addresses': { ...ADDRESS, street: '3, Kept Lane' },
  'PUT /order/addresses/{addressId}': { ...ADDRESS, street: '4, Kept Lane' },
  'POST /order/address/{orderId}': { address: { ...ADDRESS, city: 'Elsewhere' } },
})
