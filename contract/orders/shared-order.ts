import { z } from 'zod'

import { Order, OrderLine } from '#contract/orders/orders.ts'
import { id, rupeeSum, time } from '#contract/schemas/basic-schemas.ts'

/** The token of a link in a mail about an order. */
export const OrderLinkParams = z.object({ token: id })

/** An order as the link in a mail shows it: its status, without names, addresses or the account. */
export const SharedOrder = Order.pick({
  createdAt: true,
  status: true,
  timeline: true,
  payment: true,
  confirmUntil: true,
  refund: true,
  refunds: true,
  refundedAmount: true,
  shipment: true,
  parcel: true,
  comesBack: true,
  deliverBy: true,
  discount: true,
  fees: true,
  totalAmount: true,
  storeCredit: true,
  cancelledAmount: true,
}).extend({
  /** The last characters of its id, as mails name it. */
  number: z.string(),
  linkEndsAt: time,
  products: z.array(
    z.object({
      name: z.string(),
      image: z.string().nullable(),
      quantity: z.number().int(),
      size: z.string().optional(),
      cancelled: OrderLine.shape.cancelled,
      amount: rupeeSum,
    }),
  ),
})
export type SharedOrder = z.infer<typeof SharedOrder>
