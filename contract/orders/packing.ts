import { z } from 'zod'

import { MAX_PACKED_ITEMS } from '#contract/orders/packing-limits.ts'
import { day, id, rupeeSum, text, time } from '#contract/schemas/basic-schemas.ts'

const PackingLine = z.object({
  _id: z.string(),
  product: z.string(),
  size: z.string().optional(),
  image: z.string().nullable(),
  /** Null where the size is no more. */
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  /** Null where the owner has named none. */
  storagePlace: z.string().nullable(),
  /** Without the pieces that were cancelled. */
  quantity: z.number().int(),
  packed: z.number().int(),
  /** Pieces that were packed and then cancelled: they leave the parcel again. */
  surplus: z.number().int(),
})

export const PackingOrder = z.object({
  _id: z.string(),
  createdAt: time,
  name: z.string(),
  city: z.string(),
  deliverBy: day.optional(),
  cashToCollect: rupeeSum.optional(),
  lines: z.array(PackingLine),
  /** Why it cannot be packed for now. */
  aside: z.object({ reason: z.string(), at: time }).nullable(),
})
export type PackingOrder = z.infer<typeof PackingOrder>

export const PackingAnswer = z.object({
  orders: z.array(PackingOrder),
  /** All orders that are ready to be packed. */
  total: z.number().int(),
})
export type PackingAnswer = z.infer<typeof PackingAnswer>

/**
 * Pieces in the sequence in which they were packed. Each is a scanned code, or the line that it was checked off by
 * hand.
 */
export const PackedItems = z.strictObject({
  items: z
    .array(z.union([z.strictObject({ key: text(60), code: text(60) }), z.strictObject({ key: text(60), lineId: id })]))
    .min(1)
    .max(MAX_PACKED_ITEMS),
})
export type PackedItems = z.infer<typeof PackedItems>

export const PackedAnswer = z.object({
  order: PackingOrder,
  /** Pieces that do not go into the parcel, each with why. */
  refused: z.array(z.object({ key: z.string(), message: z.string() })),
})
export type PackedAnswer = z.infer<typeof PackedAnswer>

/** Null takes the order up again. */
export const AsideChange = z.strictObject({ reason: text(200, 'Please say what is missing.').nullable() })
