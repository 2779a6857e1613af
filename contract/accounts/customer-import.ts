import { z } from 'zod'

import { text } from '#contract/schemas/basic-schemas.ts'

/** The form that imports customers: without a token it only reports what would happen. */
export const CustomerImportForm = z.strictObject({
  /** The token that the check answered for this very file: with it, the accounts are made. */
  token: text(100).optional(),
})

const lineReason = z.object({ line: z.number().int(), reason: z.string() })

export const CustomerImportAnswer = z.object({
  message: z.string(),
  isApplied: z.boolean(),
  counts: z.object({ new: z.number().int(), existing: z.number().int(), rejected: z.number().int() }),
  /** Without those that have an account already. */
  customers: z.array(
    z.object({
      line: z.number().int(),
      status: z.enum(['new', 'rejected']),
      name: z.string(),
      email: z.string(),
      /** Whether an address comes along. */
      hasAddress: z.boolean(),
      /** What does not come along, or why nothing does. */
      notes: z.array(lineReason),
    }),
  ),
  token: z.string(),
})
export type CustomerImportAnswer = z.infer<typeof CustomerImportAnswer>
