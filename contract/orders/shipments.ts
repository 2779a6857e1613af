import { z } from 'zod'

import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import {
  COURIER_KEYS,
  MAX_COURIER_NAME,
  MAX_TRACKING_LINK,
  TRACKING_NUMBER,
  TRACKING_NUMBER_FAULT,
} from '#contract/orders/couriers.ts'
import { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import { id, rupeeSum, soughtText, text, typedCode } from '#contract/schemas/basic-schemas.ts'

function isSafeLink(link: string): boolean {
  const url = URL.parse(link)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

const LINK_FAULT = { error: 'A link begins with https:// and names a page.' }

/** How a parcel is sent. The courier 'other' needs `courierName`, and no other courier has one. */
export const ShipmentInput = z
  .strictObject({
    courier: z.enum(COURIER_KEYS, { error: 'Please choose a courier.' }),
    courierName: text(MAX_COURIER_NAME, 'Please name the courier.').optional(),
    trackingNumber: typedCode(60, TRACKING_NUMBER_FAULT)
      .regex(TRACKING_NUMBER, { error: TRACKING_NUMBER_FAULT })
      .optional(),
    /** Replaces the courier's own page. */
    trackingLink: text(MAX_TRACKING_LINK, LINK_FAULT.error).refine(isSafeLink, LINK_FAULT).optional(),
  })
  .superRefine(({ courier, courierName }, context) => {
    if ((courier === 'other') === (courierName !== undefined)) return
    const message =
      courier === 'other' ? 'Please name the courier.' : 'Only a courier that is not listed is named by hand.'
    context.addIssue({ code: 'custom', path: ['courierName'], message })
  })
export type ShipmentInput = z.infer<typeof ShipmentInput>

/** Who carries a parcel, and where to follow it. */
export const Shipment = z.object({
  courier: z.enum(COURIER_KEYS),
  name: z.string(),
  trackingNumber: z.string().nullable(),
  /** An https address; the courier's own page unless the shop gave another. */
  trackingLink: z.string().nullable(),
})
export type Shipment = z.infer<typeof Shipment>

/** Null removes the shipment. */
export const ShipmentChange = z.strictObject({
  shipment: ShipmentInput.nullable(),
  byHand: HandParcelInput.optional(),
})
export type ShipmentChange = z.infer<typeof ShipmentChange>

/** How many orders are shipped, printed or exported by their ids at once. */
const MAX_CHOSEN_ORDERS = 100
const TOO_MANY = `At most ${MAX_CHOSEN_ORDERS} orders at a time.`

/** How many pieces of each line are in the parcel. Where others are left of the order by now, it is not shipped. */
export const PackedLines = z.array(z.strictObject({ _id: id, quantity: z.int() })).max(MAX_CART_LINES)
export type PackedLines = z.infer<typeof PackedLines>

/** What the parcel's label says that the courier collects, in rupees; 0 for “Prepaid”. */
export const LabelledCash = rupeeSum

export const ShipOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        _id: id,
        shipment: ShipmentInput.optional(),
        byHand: HandParcelInput.optional(),
        packed: PackedLines.optional(),
        cashToCollect: LabelledCash.optional(),
      }),
    )
    .min(1, { error: 'Please choose an order.' })
    .max(MAX_CHOSEN_ORDERS, { error: TOO_MANY })
    .refine((orders) => new Set(orders.map(({ _id }) => _id)).size === orders.length, {
      error: 'An order stands there twice.',
    }),
})
export type ShipOrders = z.infer<typeof ShipOrders>

/** What became of each order, in the order of the call. */
export const ShipOrdersAnswer = z.object({
  message: z.string(),
  results: z.array(z.object({ _id: z.string(), isShipped: z.boolean(), message: z.string() })),
})
export type ShipOrdersAnswer = z.infer<typeof ShipOrdersAnswer>

/** Ids separated by commas. */
export const chosenIds = soughtText(MAX_CHOSEN_ORDERS * 60)
  .transform((ids) => [...new Set(ids.split(',').filter(Boolean))])
  .refine((ids) => ids.length > 0, { error: 'Please choose an order.' })
  .refine((ids) => ids.length <= MAX_CHOSEN_ORDERS, { error: TOO_MANY })

export const PackingSlipsQuery = z.strictObject({ ids: chosenIds })
