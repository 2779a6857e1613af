import { z } from 'zod'

import { Delivery } from '#contract/delivery/delivery.ts'
import { PIN_COLUMNS } from '#contract/delivery/pin-table-limits.ts'
import { text, time } from '#contract/schemas/basic-schemas.ts'
import { jsonText } from '#contract/schemas/json-text.ts'

const Column = z.enum(PIN_COLUMNS)

/** Which column of the sheet stands for which of the table, by its heading; null for none. */
const ColumnChoice = z.partialRecord(Column, text(200).nullable())
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** The form that imports a PIN table: without a token it only reports what would happen. */
export const PinTableForm = z.strictObject({
  /** The token that the check answered for this very file and these choices: with it, the reported changes are made. */
  token: text(100).optional(),
  /** `{"pin": "Destination", "days": "TAT"}` as JSON, in place of what the headings were taken for. */
  columns: jsonText(ColumnChoice, 'The choice of columns could not be read.', 50).optional(),
  /** Rows of the table that the sheet does not name are taken out. */
  replaces: z.literal('yes').optional(),
})

/** What happens with one line of a sheet, or with a row of the table that leaves it. */
export const PinTableLine = z.object({
  status: z.enum(['new', 'changed', 'removed', 'repeated', 'rejected']),
  /** Counted from 1; null for a row that is in no line. */
  line: z.number().int().nullable(),
  /** The PIN code, the range or the prefix; as it is written in the sheet where it is rejected. */
  pin: z.string(),
  changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
  reasons: z.array(z.object({ line: z.number().int(), reason: z.string() })),
})
export type PinTableLine = z.infer<typeof PinTableLine>

export const PinTableAnswer = z.object({
  message: z.string(),
  isApplied: z.boolean(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    removed: z.number().int(),
    /** Lines that say again what an earlier one says. */
    repeated: z.number().int(),
    rejected: z.number().int(),
  }),
  /** The headings of the sheet, what each was taken for, and the first cell below it. */
  columns: z.array(z.object({ heading: z.string(), means: Column.nullable(), example: z.string() })),
  /** The first of them, those that are rejected before the others; without lines that change nothing. */
  rows: z.array(PinTableLine),
  /** How many more there are. */
  moreRows: z.number().int(),
  token: z.string(),
})
export type PinTableAnswer = z.infer<typeof PinTableAnswer>

/** The PIN table as its screen shows it. */
export const PinTableFacts = z.object({
  rows: z.number().int(),
  /** Which version counts; 0 while there was none. */
  version: z.number().int(),
  changedAt: time.optional(),
  changedBy: z.string().optional(),
  /** How many rows it had before its last change; missing where that is not known any more. */
  rowsBefore: z.number().int().optional(),
  /** Product pages and the checkout ask for the PIN code. */
  isPinAsked: z.boolean(),
})
export type PinTableFacts = z.infer<typeof PinTableFacts>

export const PinTableFactsAnswer = z.object({ message: z.string(), table: PinTableFacts })
export type PinTableFactsAnswer = z.infer<typeof PinTableFactsAnswer>

/** The version that the caller has seen: another one is not changed. */
export const PinTableChange = z.strictObject({ version: z.number().int() })

/** What holds for one PIN code: what customers are told, and the row that says so, as the table writes it. */
export const PinLookUp = z.object({
  delivery: Delivery.nullable(),
  /** What customers read where it is not served. */
  sentence: z.string().optional(),
  row: z.record(Column, z.string()).nullable(),
})
export type PinLookUp = z.infer<typeof PinLookUp>
