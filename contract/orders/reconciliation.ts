import { z } from 'zod'

import {
  FINDING_LISTS,
  MAX_NOTE_CHARACTERS,
  FINDING_KINDS,
  RECONCILIATION_STATES,
} from '#contract/orders/reconciliation-finding-kinds.ts'
import { id, optionalText, pageQuery, rupeeSum, time } from '#contract/schemas/basic-schemas.ts'

/** One difference: what it is about, what each side says, and what was done about it. */
export const Finding = z.object({
  kind: z.enum(FINDING_KINDS),
  /** A payment's or a refund's id at the provider, or the shop's own id of a refund. */
  subject: z.string(),
  detail: z.string(),
  action: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** The provider's records of a period, compared with the shop's. */
export const Reconciliation = z.object({
  _id: z.string(),
  status: z.enum(RECONCILIATION_STATES),
  /** The administrator who asked for it; null for the daily one. */
  requestedBy: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
  from: time,
  to: time,
  payments: z.number().int(),
  orders: z.number().int(),
  refunds: z.number().int(),
  /**
   * The number of differences. Payments without a checkout are not counted, because an account may serve several shops.
   */
  mismatches: z.number().int(),
  findings: z.array(Finding),
  /** Why it could not be finished, as a sentence. */
  failure: z.string().nullable(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const ReconciliationAnswer = z.object({ message: z.string(), reconciliation: Reconciliation })
export type ReconciliationAnswer = z.infer<typeof ReconciliationAnswer>

export const ReconciliationQuery = z.strictObject(pageQuery)
export type ReconciliationQuery = z.input<typeof ReconciliationQuery>

/** A finding that several comparisons have made is listed once. */
export const ListedFinding = Finding.extend({
  /** Rupees; null for a finding from before amounts were stored. */
  amount: rupeeSum.nullable(),
  /** The order that it is about; null if there is none. */
  orderId: z.string().nullable(),
  /** When it was found last. */
  foundAt: time,
  isOpen: z.boolean(),
  /** Who dealt with it; null for an open one. */
  dealt: z.object({ note: z.string(), by: z.string().nullable(), at: time }).nullable(),
})
export type ListedFinding = z.infer<typeof ListedFinding>

export const FindingQuery = z.strictObject({ ...pageQuery, list: z.enum(FINDING_LISTS).optional() })
export type FindingQuery = z.input<typeof FindingQuery>

/** Which finding is meant. */
export const FindingKey = z.strictObject({ kind: z.enum(FINDING_KINDS), subject: id, amount: rupeeSum.nullable() })
export type FindingKey = z.infer<typeof FindingKey>

export const FindingDealing = FindingKey.extend({ note: optionalText(MAX_NOTE_CHARACTERS) })
export type FindingDealing = z.infer<typeof FindingDealing>
