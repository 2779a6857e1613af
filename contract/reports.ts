import { z } from 'zod'

import { AUDIT_AREAS } from '#contract/audit-areas.ts'
import { ProductDetail } from '#contract/catalogue.ts'
import { pageQuery, soughtText, time } from '#contract/shapes.ts'

export const Dashboard = z.object({
  prodcount: z.number().int(),
  categcount: z.number().int(),
  ordercount: z.number().int(),
  categories: z.array(z.object({ _id: z.string(), name: z.string(), slug: z.string() })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const AdminProductsQuery = z.strictObject({
  ...pageQuery,
  /** Name, slug or id. */
  category: soughtText(200).optional(),
  search: soughtText(200).optional(),
})
export type AdminProductsQuery = z.input<typeof AdminProductsQuery>

/** Products by the name of their category; every category is there, an empty one too. */
export const AdminProducts = z.object({ products: z.record(z.string(), z.array(ProductDetail)) })
export type AdminProducts = z.infer<typeof AdminProducts>

export const AuditQuery = z.strictObject({
  ...pageQuery,
  area: z.enum(AUDIT_AREAS).optional(),
  /** Id of whoever did it, or `shop`. */
  person: soughtText(200).optional(),
  search: soughtText(200).optional(),
})
export type AuditQuery = z.input<typeof AuditQuery>

/** One value that was changed, written for people. Null where there was none before, or is none any more. */
export const AuditChange = z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  _id: z.string(),
  at: time,
  area: z.string(),
  action: z.string(),
  subject: z.object({ _id: z.string(), name: z.string().nullable() }),
  /** Null for what the shop did by itself. */
  person: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. */
export const AuditAnswer = z.object({
  entries: z.array(AuditEntry),
  /** How many there are, at most `countedTo`. */
  total: z.number().int(),
  countedTo: z.number().int(),
  /** The administrators, whose doings can be asked for. */
  people: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
})
export type AuditAnswer = z.infer<typeof AuditAnswer>
