import { z } from 'zod'

import { StoredAddress } from '#contract/schemas/address.ts'
import { CASH_STATES } from '#contract/states/cash-states.ts'
import { Cancellation } from '#contract/orders/cancellations.ts'
import { CartAnswer, FeeLines, OfferDiscount } from '#contract/cart/cart.ts'
import { OrderDocument } from '#contract/tax/documents.ts'
import { MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { HandParcel, HandParcelInput } from '#contract/orders/hand-parcels.ts'
import { ParcelTrail, StaffParcel } from '#contract/orders/parcels.ts'
import { chosenIds, LabelledCash, PackedLines, Shipment, ShipmentInput } from '#contract/orders/shipments.ts'
import { PARCEL_ORIGINS } from '#contract/states/return-states.ts'
import { day, pageQuery, rupees, rupeeSum, soughtText, time, text } from '#contract/schemas/basic-schemas.ts'
import {
  DISPUTE_STATUSES,
  ORDER_SORTS,
  ORDER_STATUSES,
  ORDER_WAITS,
  PAYMENT_STATES,
  REFUND_STATES,
  type OrderStatus,
} from '#contract/states/order-states.ts'

export const OrderLine = z.object({
  _id: z.string(),
  product: z.object({
    _id: z.string(),
    name: z.string(),
    price: rupees,
    discountedPrice: rupees.optional(),
    image: z.string().nullable(),
  }),
  quantity: z.number().int(),
  size: z.string().optional(),
  /** What an offer took off this line, all its pieces together; missing where none did. */
  discount: rupeeSum.optional(),
  /** How many of its pieces were cancelled while the order stood; missing where none was. */
  cancelled: z.number().int().optional(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** Money that goes back. One that was not made by the shop was made at the provider, by hand. */
export const OrderRefund = z.object({
  amount: rupeeSum,
  status: z.enum(REFUND_STATES),
  isByShop: z.boolean(),
  requestedAt: time,
  /** Null unless it is done. */
  doneAt: time.nullable(),
})
export type OrderRefund = z.infer<typeof OrderRefund>

/** How an order is paid: what the provider says of its payment, or what has become of the cash at the door. */
export const OrderPayment = z.union([
  z.enum(PAYMENT_STATES),
  z.object({ method: z.literal('cash'), status: z.enum(CASH_STATES) }),
])
export type OrderPayment = z.infer<typeof OrderPayment>

export const ComesBack = z.object({
  why: z.enum(PARCEL_ORIGINS),
  sentAgainAs: z.string().optional(),
  /** It has reached its customer after all, and its money stays. */
  isDelivered: z.literal(true).optional(),
  /** Its money became store credit. */
  isCredited: z.literal(true).optional(),
})

export const Order = z.object({
  _id: z.string(),
  /** The payment provider's order id; of an order that is paid at the door, or by store credit alone, its own. */
  orderId: z.string(),
  createdAt: time,
  status: z.enum(ORDER_STATUSES),
  products: z.array(OrderLine),
  /** What an offer took off, and which offer it was; the totals are already reduced. Missing where none did. */
  discount: OfferDiscount.optional(),
  /** What was paid beside the goods, which the totals hold; missing where nothing was. */
  fees: FeeLines.optional(),
  totalAmount: rupeeSum,
  totalPrice: rupeeSum,
  /** What of the totals store credit paid, and how much of that came back; missing where none did. */
  storeCredit: z.object({ used: rupeeSum, returned: rupeeSum }).optional(),
  /** What of the totals was for pieces that were cancelled while the order stood; missing where none was. */
  cancelledAmount: rupeeSum.optional(),
  /** When pieces were cancelled, the oldest first; missing where none was. */
  cancellations: z.array(Cancellation).optional(),
  /** What it stands in for: pieces of another order that come back. Missing where it is no exchange. */
  exchangeOf: z.object({ orderId: z.string(), returnId: z.string() }).optional(),
  address: StoredAddress.nullable(),
  /**
   * The day in India until which the parcel was promised when the order was frozen; missing where no PIN table promised
   * one.
   */
  deliverBy: day.optional(),
  /** Missing where no business buys. */
  buyerGstin: z.string().optional(),
  /** The name of that business. */
  buyerFirm: z.string().optional(),
  /** Null until the shop says who carries the parcel. */
  shipment: Shipment.nullable(),
  /** Where its parcel is; missing where no courier service tells. */
  parcel: ParcelTrail.optional(),
  /**
   * Why its parcel comes back although nobody returned it, and the order by which its pieces were sent again. Missing
   * where it does not.
   */
  comesBack: ComesBack.optional(),
  user: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  payment: OrderPayment,
  /** Until when an order for cash has, or had, to be confirmed; missing once it is, and where it need not be. */
  confirmUntil: time.optional(),
  /** What the courier collects at the door; missing where nothing is. */
  cashToCollect: rupeeSum.optional(),
  /** All refunds of the order's payment together; `doneAt` is null until the provider has confirmed each. */
  refund: z.object({ amount: rupeeSum, requestedAt: time, doneAt: time.nullable() }).nullable(),
  /** Each refund, the oldest first. One that failed at the provider, where it was made, counts no longer. */
  refunds: z.array(OrderRefund),
  /** What has gone back for certain. */
  refundedAmount: rupeeSum,
  /** Its documents, in the order of issue. */
  documents: z.array(OrderDocument),
  /** The emulated provider took the payment: no money moved. */
  isSandbox: z.boolean(),
  /** When each status was reached, oldest first. */
  timeline: z.array(z.object({ status: z.enum(ORDER_STATUSES), at: time })),
})
export type Order = z.infer<typeof Order>

/**
 * An order as the staff see it. To who only ships it names no money, no payment, no e-mail address and no documents:
 * all of these are null, empty or left out.
 */
export const StaffOrder = Order.extend({
  orderId: z.string().nullable(),
  products: z.array(OrderLine.extend({ product: OrderLine.shape.product.extend({ price: rupees.nullable() }) })),
  totalAmount: rupeeSum.nullable(),
  totalPrice: rupeeSum.nullable(),
  user: Order.shape.user.extend({ email: z.string().nullable() }),
  payment: OrderPayment.nullable(),
  refundedAmount: rupeeSum.nullable(),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export type StaffOrderLine = StaffOrder['products'][number]

export const StaffOrderAnswer = z.object({ message: z.string(), order: StaffOrder })
export type StaffOrderAnswer = z.infer<typeof StaffOrderAnswer>

export const OrderAnswer = z.object({ message: z.string(), order: Order })
export type OrderAnswer = z.infer<typeof OrderAnswer>

/** The cart after adding an earlier order again, and a sentence for each line that was not added in full. */
export const BuyAgainAnswer = CartAnswer.extend({
  leftOut: z.array(z.object({ name: z.string(), size: z.string().optional(), sentence: z.string() })),
})
export type BuyAgainAnswer = z.infer<typeof BuyAgainAnswer>

/** A change to 'shipped' may say who carries the parcel, and one to 'cancelled' why. */
export const StatusChange = z
  .strictObject({
    status: z.enum(ORDER_STATUSES, { error: 'Unknown order status.' }),
    shipment: ShipmentInput.optional(),
    byHand: HandParcelInput.optional(),
    reason: text(MAX_CANCEL_REASON, 'Please give the reason in a few words.').optional(),
    /** Its parcel is lost: its pieces are written off. */
    isLost: z.literal(true).optional(),
    packed: PackedLines.optional(),
    cashToCollect: LabelledCash.optional(),
  })
  .refine(({ status, packed }) => packed === undefined || status === 'shipped', {
    path: ['packed'],
    error: 'Only an order that is shipped was packed.',
  })
  .refine(({ status, cashToCollect }) => cashToCollect === undefined || status === 'shipped', {
    path: ['cashToCollect'],
    error: 'Only an order that is shipped has a label.',
  })
  .refine(({ status, shipment }) => shipment === undefined || status === 'shipped', {
    path: ['shipment'],
    error: 'Only an order that is shipped has a courier.',
  })
  .refine(({ status, byHand }) => byHand === undefined || status === 'shipped', {
    path: ['byHand'],
    error: 'Only an order that is shipped has a parcel.',
  })
  .refine(({ status, reason }) => reason === undefined || status === 'cancelled', {
    path: ['reason'],
    error: 'Only an order that is cancelled has a reason.',
  })
  .refine(({ status, isLost }) => isLost === undefined || status === 'cancelled', {
    path: ['isLost'],
    error: 'An order whose parcel is lost is cancelled.',
  })
export type StatusChange = z.infer<typeof StatusChange>

const orderSearch = {
  search: soughtText(200).optional(),
  /** The first and the last day of the orders, in India. */
  from: day.optional(),
  to: day.optional(),
}
const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to
const PERIOD_FAULT = { path: ['to'], error: 'The last day is before the first.' }

const orderList = {
  ...orderSearch,
  /** Up to 100 tracking numbers, separated by commas: the orders that were sent with one of them. */
  trackingNumbers: chosenIds.optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  waits: z.enum(ORDER_WAITS).optional(),
  sort: z.enum(ORDER_SORTS).optional(),
}

export const OrderListQuery = z.strictObject({ ...pageQuery, ...orderList }).refine(isPeriod, PERIOD_FAULT)
export type OrderListQuery = z.input<typeof OrderListQuery>

export const OrderCountsQuery = z.strictObject(orderSearch).refine(isPeriod, PERIOD_FAULT)
export type OrderCountsQuery = z.input<typeof OrderCountsQuery>

/** Orders by their ids, or those that a list of the same query shows. */
export const OrderExportQuery = z
  .strictObject({ ...orderList, ids: chosenIds.optional() })
  .refine(isPeriod, PERIOD_FAULT)

/** How many orders there are in each status, and in all. */
export const OrderCounts = z.object({
  all: z.number().int(),
  ...(Object.fromEntries(ORDER_STATUSES.map((status) => [status, z.number().int()])) as Record<
    OrderStatus,
    z.ZodNumber
  >),
})
export type OrderCounts = z.infer<typeof OrderCounts>

const RefundDetail = z.object({
  /** The provider's id; null until it has answered. */
  _id: z.string().nullable(),
  status: z.string(),
  amount: rupeeSum,
  reason: z.string(),
  isByShop: z.boolean(),
  at: time,
})

/**
 * An order with the data that only the staff see; to who only ships it names no money and no more of the customer than
 * the phone.
 */
export const OrderDetail = z.object({
  order: StaffOrder,
  customer: z.object({ phone: z.string(), since: time.nullable(), orders: z.number().int().nullable() }),
  /** What is paid at the door; missing where the provider takes the payment. */
  cash: z
    .object({
      status: z.enum(CASH_STATES),
      confirmedAt: time.nullable(),
      collectedAt: time.nullable(),
      remittedAt: time.nullable(),
      /** The customer may order for cash again although this parcel was refused. */
      isForgiven: z.boolean(),
    })
    .optional(),
  charge: z.object({ _id: z.string(), status: z.string(), amount: rupeeSum, at: time }).nullable(),
  /** The shop's own refund, or the last that was made at the provider. */
  refund: RefundDetail.nullable(),
  /** Every refund, the oldest first. */
  refunds: z.array(RefundDetail),
  /** The disputes of the payment as the provider reports them, newest first; `decidedAt` is null while one is open. */
  disputes: z.array(
    z.object({
      _id: z.string(),
      status: z.enum(DISPUTE_STATUSES),
      amount: rupeeSum,
      reason: z.string(),
      at: time,
      decidedAt: time.nullable(),
    }),
  ),
  /** Who took each step; a step that the shop took by itself is left out. */
  actors: z.array(z.object({ status: z.enum(ORDER_STATUSES), name: z.string() })),
  /** Why it was cancelled, in the words of whoever did it; null where nobody said. */
  cancelReason: z.string().nullable(),
  /** Who cancelled pieces of it, and why, in the order of its `cancellations`. */
  cancelNotes: z.array(z.object({ at: time, name: z.string().nullable(), reason: z.string().nullable() })),
  /** Its parcels that were asked for at the courier service, the newest first; missing where there is none. */
  parcels: z.array(StaffParcel).optional(),
  /**
   * What its parcel weighs and costs that the staff handed over; missing where nobody said so, and where a courier
   * service was asked.
   */
  byHand: HandParcel.optional(),
  /** The owner's words on its packing slip; missing where there are none. */
  slipLine: z.string().optional(),
})
export type OrderDetail = z.infer<typeof OrderDetail>
