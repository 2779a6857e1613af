import { z } from 'zod'

import { DOCUMENT_KINDS } from '#contract/document-kinds.ts'

/** A document of an order, which may be had as a PDF. */
export const OrderDocument = z.object({
  _id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** A receipt without a series has the number of its order. */
  number: z.string(),
})
