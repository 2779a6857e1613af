import { z } from 'zod'

import { DOCUMENT_KINDS } from '#contract/document-kinds.ts'

/** A document of an order, which may be had as a PDF. */
export const OrderDocument = z.object({
  _id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Missing for the receipt of an older order, until the customer asks for it. */
  number: z.string().optional(),
})
