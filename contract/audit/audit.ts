import { z } from 'zod'

import { AUDIT_AREAS } from '#contract/audit/audit-areas.ts'
import { pageQuery, soughtText, time } from '#contract/schemas/basic-schemas.ts'

export const AuditQuery = z.strictObject({
  ...pageQuery,
  area: z.enum(AUDIT_AREAS).optional(),
  /** The id of the person who did it, or `shop`. */
  person: soughtText(200).optional(),
  search: soughtText(200).optional(),
})
export type AuditQuery = z.input<typeof AuditQuery>

/** One changed value as readable text. `from` is null if there was none before, `to` if there is none any more. */
export const AuditChange = z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  _id: z.string(),
  at: time,
  area: z.string(),
  action: z.string(),
  subject: z.object({ _id: z.string(), name: z.string().nullable() }),
  /** Null if the shop did it by itself. */
  person: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  changes: z.array(AuditChange),
  /** A change of prices, which can be taken back. */
  isUndoable: z.literal(true).optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. */
export const AuditAnswer = z.object({
  entries: z.array(AuditEntry),
  /** How many there are, at most `countedTo`. */
  total: z.number().int(),
  countedTo: z.number().int(),
  /** The administrators, for the filter. */
  people: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
})
export type AuditAnswer = z.infer<typeof AuditAnswer>
