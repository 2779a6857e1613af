import type { OrderDetail, StaffOrder } from '#contract/orders/orders.ts'

import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'

/** Nothing of what was paid, by which payment, and of how the customer is reached by mail. */
const withoutMoney = ({
  discount: _,
  fees: __,
  buyerGstin: ___,
  buyerFirm: ____,
  cancelledAmount: _____,
  cancellations: ______,
  storeCredit: _______,
  ...order
}: StaffOrder): StaffOrder => ({
  ...order,
  orderId: null,
  products: order.products.map(({ discount: _off, product: { discountedPrice: _paid, ...product }, ...line }) => ({
    ...line,
    product: { ...product, price: null },
  })),
  totalAmount: null,
  totalPrice: null,
  user: { ...order.user, email: null },
  // Who ships has to know that the courier collects money.
  payment: typeof order.payment === 'object' ? order.payment : null,
  refund: null,
  refunds: [],
  refundedAmount: null,
  documents: [],
})

/** The order as this caller may see it: who only ships sees the parcel, its address and its phone. */
export const orderFor = (rights: StaffRights | null, order: StaffOrder): StaffOrder =>
  mayDo(rights, 'payers') ? order : withoutMoney(order)

/** The same for an order with its customer and its money. */
export const orderDetailFor = (rights: StaffRights | null, detail: OrderDetail): OrderDetail =>
  mayDo(rights, 'payers')
    ? detail
    : {
        order: withoutMoney(detail.order),
        customer: { phone: detail.customer.phone, since: null, orders: null },
        ...(detail.cash && { cash: detail.cash }),
        ...(detail.parcels && { parcels: detail.parcels.map((parcel) => ({ ...parcel, cost: null })) }),
        ...(detail.byHand && { byHand: { ...detail.byHand, cost: null } }),
        charge: null,
        refund: null,
        refunds: [],
        disputes: [],
        actors: detail.actors,
        cancelReason: detail.cancelReason,
        cancelNotes: detail.cancelNotes,
      }
