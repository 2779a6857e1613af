import { z } from 'zod'

import { pageQuery, soughtText } from '#contract/schemas/basic-schemas.ts'
import { NOT_DELIVERED, RETURN_REASONS } from '#contract/returns/return-reasons.ts'

/** What came back of a size of a product, and why. */
export const ReturnedSize = z.object({
  product: z.object({ _id: z.string(), name: z.string() }),
  /** Missing where the product has no sizes. */
  size: z.string().optional(),
  /** Pieces that have arrived, of those that were delivered. */
  returned: z.number().int(),
  delivered: z.number().int(),
  /** The most frequent first. */
  reasons: z.array(z.object({ reason: z.enum([...RETURN_REASONS, NOT_DELIVERED]), pieces: z.number().int() })),
})
export type ReturnedSize = z.infer<typeof ReturnedSize>

export const ReturnedSizesQuery = z.strictObject({
  ...pageQuery,
  /** Words of the product's name, or its size. */
  search: soughtText(200).optional(),
})
export type ReturnedSizesQuery = z.input<typeof ReturnedSizesQuery>
