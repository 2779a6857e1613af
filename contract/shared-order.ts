import { z } from 'zod'

import { Order } from '#contract/orders.ts'
import { rupeeSum, soughtText, time } from '#contract/basic-schemas.ts'

/** The token of a link in a mail about an order. */
export const OrderLinkParams = z.object({ token: soughtText(200) })

/** An order as whoever has the link of a mail sees it: how it stands, without anybody's name, address or account. */
export const SharedOrder = Order.pick({
  createdAt: true,
  status: true,
  timeline: true,
  payment: true,
  refund: true,
  shipment: true,
  discount: true,
  totalAmount: true,
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
      amount: rupeeSum,
    }),
  ),
})
export type SharedOrder = z.infer<typeof SharedOrder>
