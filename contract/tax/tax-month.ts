import { z } from 'zod'

import { DOCUMENT_KINDS } from '#contract/tax/document-kinds.ts'
import { REGISTRATIONS } from '#contract/tax/gst-rules.ts'
import { GSTR1_SECTIONS } from '#contract/tax/gstr1-sections.ts'
import { isRupeeSum } from '#contract/units/money.ts'
import { pageQuery, time } from '#contract/schemas/basic-schemas.ts'

const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'A month is written as 2026-11.' })
  .optional()

/** Rupees, below zero where more was credited than supplied. */
const balance = z.number().refine((value) => isRupeeSum(Math.abs(value)), { error: 'An amount in rupees.' })

const Sums = z.object({
  total: balance,
  taxable: balance,
  central: balance,
  state: balance,
  integrated: balance,
})

/**
 * The return that one GSTIN of the seller files: the portal wants each row's taxable value times its rate. `rounding`
 * is what the documents have more of each tax, because each is computed by the piece; it belongs to no document.
 */
const TaxReturn = z.object({
  gstin: z.string(),
  stateCode: z.string(),
  stateName: z.string(),
  taxable: balance,
  central: balance,
  state: balance,
  integrated: balance,
  rounding: z.object({ central: balance, state: balance, integrated: balance, total: balance }),
})

/** Which documents of a month are listed: those of supplies, or those over money alone. */
const DOCUMENT_LISTS = ['all', 'supplies', 'receipts'] as const

/** What was supplied in a month in India, by its documents, and the register of all of them. */
export const TaxMonth = z.object({
  month: z.string(),
  registration: z.enum(REGISTRATIONS),
  /** Whether orders from other states are taken, which a seller without registration may not. */
  sendsToOtherStates: z.boolean(),
  /** Invoices and bills less credit notes. Receipts are over money, not over supplies. */
  sums: Sums,
  /** By place of supply and rate; the rate is null where no tax is charged. */
  rates: z.array(Sums.extend({ stateCode: z.string(), stateName: z.string(), percent: z.number().int().nullable() })),
  /** Credit notes are below zero. Of receipts only the total is given. */
  kinds: z.array(Sums.extend({ kind: z.enum(DOCUMENT_KINDS), count: z.number().int() })),
  /** One for each GSTIN that the documents carry, today's first. */
  returns: z.array(TaxReturn),
  /** The money that belongs to these documents. */
  ledger: z.object({
    total: balance,
    differing: z.number().int(),
    /** A sentence for each document that differs, for at most the first hundred. */
    differences: z.array(z.string()),
  }),
  /** A page of the register, the newest first. */
  documents: z.array(
    Sums.extend({
      _id: z.string(),
      kind: z.enum(DOCUMENT_KINDS),
      number: z.string(),
      issuedAt: time,
      orderId: z.string(),
      buyer: z.string(),
      gstin: z.string().nullable(),
      /** Null on a receipt. */
      stateName: z.string().nullable(),
      /** Its order had not left after all: the number stays taken, and it counts nothing. */
      isCancelled: z.literal(true).optional(),
    }),
  ),
})
export type TaxMonth = z.infer<typeof TaxMonth>

/** Without a month: the present one in India. */
export const TaxQuery = z.strictObject({ month, list: z.enum(DOCUMENT_LISTS).optional(), ...pageQuery })
export type TaxQuery = z.input<typeof TaxQuery>

export const MonthQuery = z.strictObject({ month })
/** Without a GSTIN: the month's only one, or today's. */
export const ReturnQuery = z.strictObject({ month, gstin: z.string().length(15).optional() })
export const Gstr1SectionParams = z.object({ section: z.enum(GSTR1_SECTIONS) })
