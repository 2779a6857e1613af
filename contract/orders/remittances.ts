import { z } from 'zod'

import { MAX_REMITTANCE_REFERENCE, REMITTANCE_COLUMNS } from '#contract/orders/remittance-limits.ts'
import { optionalText, pageQuery, rupeeSum, text, time } from '#contract/schemas/basic-schemas.ts'
import { jsonText } from '#contract/schemas/json-text.ts'

const Column = z.enum(REMITTANCE_COLUMNS)

/** Which column of the sheet stands for which of a remittance, by its heading; null for none. */
const RemittanceColumns = z.partialRecord(Column, text(200).nullable())
export type RemittanceColumns = z.infer<typeof RemittanceColumns>

/** The form that reads a courier's sheet: without a token it only reports what would happen. */
export const RemittanceForm = z.strictObject({
  /** The token that the check answered for this very file and these choices: with it, the reported changes are made. */
  token: text(100).optional(),
  /** `{"number": "AWB", "amount": "COD Amount"}` as JSON, in place of what the headings were taken for. */
  columns: jsonText(RemittanceColumns, 'The choice of columns could not be read.', 50).optional(),
})

/** What becomes of one line of a sheet. */
export const RemittanceLine = z.object({
  /** Remitted with it, remitted by the same payment before, or different from what the shop knows. */
  status: z.enum(['matched', 'noted', 'finding']),
  /** Counted from 1. */
  line: z.number().int(),
  /** As the sheet says it. */
  trackingNumber: z.string(),
  amount: z.string(),
  orderId: z.string().nullable(),
  /** What is different and what to do; null unless it is a finding. */
  reason: z.string().nullable(),
})
export type RemittanceLine = z.infer<typeof RemittanceLine>

export const RemittanceAnswer = z.object({
  message: z.string(),
  isApplied: z.boolean(),
  counts: z.object({
    matched: z.number().int(),
    noted: z.number().int(),
    /** Findings that are kept with this sheet, and those that are kept already. */
    findings: z.number().int(),
    known: z.number().int(),
  }),
  /** What the matched lines come to. */
  matchedSum: rupeeSum,
  /** The headings of the sheet, what each was taken for, and the first cell below it. */
  columns: z.array(z.object({ heading: z.string(), means: Column.nullable(), example: z.string() })),
  /** The first of them, findings before the others. */
  rows: z.array(RemittanceLine),
  /** How many more there are. */
  moreRows: z.number().int(),
  token: z.string(),
})
export type RemittanceAnswer = z.infer<typeof RemittanceAnswer>

/** One line of a remittance by hand. The amount is read as a sheet's. */
export const RemittanceInput = z.strictObject({
  trackingNumber: text(100, 'Please enter the tracking number.'),
  amount: z.union([rupeeSum, text(40, 'Please enter the amount.')]),
  /** The bank's reference of the payment: with it the same payment twice is no second one. */
  reference: optionalText(MAX_REMITTANCE_REFERENCE).optional(),
})
export type RemittanceInput = z.input<typeof RemittanceInput>

export const RemittanceNoted = z.object({ message: z.string(), orderId: z.string() })
export type RemittanceNoted = z.infer<typeof RemittanceNoted>

export const CashFindingQuery = z.strictObject({
  ...pageQuery,
  /** Those that were dealt with, in place of the open ones. */
  dealt: z.literal('true').optional(),
})
export type CashFindingQuery = z.input<typeof CashFindingQuery>

/** A line of a courier's sheet that matches no parcel to the paisa. */
export const CashFinding = z.object({
  _id: z.string(),
  kind: z.string(),
  trackingNumber: z.string(),
  amount: z.string(),
  reference: z.string(),
  reason: z.string(),
  orderId: z.string().nullable(),
  foundAt: time,
  dealtAt: time.nullable(),
})
export type CashFinding = z.infer<typeof CashFinding>

export const CashFindingChange = z.strictObject({ isDealt: z.boolean() })
