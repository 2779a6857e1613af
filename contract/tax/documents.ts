import { z } from 'zod'

import { verbatimText } from '#contract/schemas/basic-schemas.ts'
import { codeTyped, trimTyped } from '#contract/schemas/typed-text.ts'
import { DOCUMENT_KINDS } from '#contract/tax/document-kinds.ts'

/** A document of an order, which may be had as a PDF. */
export const OrderDocument = z.object({
  _id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** A receipt without a series has the number of its order. */
  number: z.string(),
  /** Its number at the e-invoice portal. */
  irn: z.string().optional(),
  /** The law wants that number, and nobody has entered it yet. */
  isIrnMissing: z.literal(true).optional(),
})

/** What the e-invoice portal answered for a document. */
export const EInvoiceInput = z.strictObject({
  irn: verbatimText(200)
    .overwrite(codeTyped)
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, { error: 'An IRN has 64 digits and letters from a to f.' }),
  qrText: verbatimText(2000)
    .overwrite(trimTyped)
    .regex(/^[\x21-\x7E]+$/, { error: 'Please enter the text of the QR code, in one piece.' }),
})
export type EInvoiceInput = z.infer<typeof EInvoiceInput>
