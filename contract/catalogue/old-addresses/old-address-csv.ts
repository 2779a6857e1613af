import { z } from 'zod'

import { OLD_ADDRESS_COLUMNS } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { text } from '#contract/schemas/basic-schemas.ts'
import { jsonText } from '#contract/schemas/json-text.ts'

const Column = z.enum(OLD_ADDRESS_COLUMNS)

/** Which column of the sheet holds the old addresses and which the new ones, by their headings. */
const ColumnChoice = z.partialRecord(Column, text(200).nullable())
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** The form that imports old addresses: without a token it only reports what would happen. */
export const OldAddressForm = z.strictObject({
  /** The token that the check answered for this very file and these columns: with it, the reported changes are made. */
  token: text(100).optional(),
  /** `{"path": "Redirect from", "newPath": "Redirect to"}` as JSON, in place of what the headings were taken for. */
  columns: jsonText(ColumnChoice, 'The choice of columns could not be read.', 20).optional(),
})

/** What happens with one line of a sheet, or with an old address that leads on with one of them. */
export const OldAddressLine = z.object({
  status: z.enum(['new', 'changed', 'repeated', 'rejected']),
  /** Counted from 1; null for an address that is in no line, and led to one that is. */
  line: z.number().int().nullable(),
  /** The old address; as it is written in the sheet where it is rejected. */
  path: z.string(),
  changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
  reasons: z.array(z.object({ line: z.number().int(), reason: z.string() })),
})
export type OldAddressLine = z.infer<typeof OldAddressLine>

export const OldAddressCsvAnswer = z.object({
  message: z.string(),
  isApplied: z.boolean(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    /** Lines that say again what an earlier one says. */
    repeated: z.number().int(),
    rejected: z.number().int(),
  }),
  /** The headings of the sheet, what each was taken for, and the first cell below it. */
  columns: z.array(z.object({ heading: z.string(), means: Column.nullable(), example: z.string() })),
  /** The first of them, those that are rejected before the others; without lines that change nothing. */
  rows: z.array(OldAddressLine),
  /** How many more there are. */
  moreRows: z.number().int(),
  token: z.string(),
})
export type OldAddressCsvAnswer = z.infer<typeof OldAddressCsvAnswer>
