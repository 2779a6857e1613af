import { z } from 'zod'

import { LABEL_FORMAT_NAMES, MAX_COPIES, MAX_USED_LABELS } from '#contract/catalogue/labels/label-formats.ts'
import { MAX_BULK } from '#contract/catalogue/product-limits.ts'
import { soughtText } from '#contract/schemas/basic-schemas.ts'

const COPIES = { error: `Copies are a number from 1 to ${MAX_COPIES}, or “stock”.` }

/** Which labels are printed, and on what. */
export const GarmentLabelsQuery = z.strictObject({
  /** Of products, separated by commas. */
  ids: soughtText(MAX_BULK * 60)
    .transform((ids) => [...new Set(ids.split(',').filter(Boolean))])
    .refine((ids) => ids.length > 0, { error: 'Please choose a product.' })
    .refine((ids) => ids.length <= MAX_BULK, { error: `At most ${MAX_BULK} products at a time.` }),
  sheet: z.enum(LABEL_FORMAT_NAMES).default('a4-65'),
  /** Of each size; `stock` is one for each piece in stock. */
  copies: z
    .union([z.literal('stock'), z.coerce.number(COPIES).int(COPIES).min(1, COPIES).max(MAX_COPIES, COPIES)], COPIES)
    .default(1),
  /** Labels of the first sheet that are used up. */
  used: z.coerce.number().int().min(0).max(MAX_USED_LABELS).default(0),
})
export type GarmentLabelsQuery = z.input<typeof GarmentLabelsQuery>
