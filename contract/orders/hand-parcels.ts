import { z } from 'zod'

import { ParcelSizeInput } from '#contract/orders/parcels.ts'
import { rupees, rupeeSum } from '#contract/schemas/basic-schemas.ts'

const { weightGrams, ...sides } = ParcelSizeInput.shape

/**
 * What a parcel weighs, measures and costs that is handed over without a courier service. What is missing stays as it
 * is; null takes it away.
 */
export const HandParcelInput = z.strictObject({
  weightGrams: weightGrams.nullable().optional(),
  sides: z.strictObject(sides).nullable().optional(),
  cost: rupees.nullable().optional(),
})
export type HandParcelInput = z.infer<typeof HandParcelInput>

/** The same as the staff see it; null for what nobody has said. */
export const HandParcel = z.object({
  weightGrams: z.number().int().nullable(),
  sides: z.object({ lengthCm: z.number().int(), breadthCm: z.number().int(), heightCm: z.number().int() }).nullable(),
  /** Null also for who sees no money. */
  cost: rupeeSum.nullable(),
})
export type HandParcel = z.infer<typeof HandParcel>
