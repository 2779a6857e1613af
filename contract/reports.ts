import { z } from 'zod'

import { AUDIT_AREAS } from '#contract/audit-areas.ts'
import { ProductDetail } from '#contract/catalogue.ts'
import { Contact } from '#contract/contacts.ts'
import { Order } from '#contract/orders.ts'
import { pageQuery, rupeeSum, soughtText, time } from '#contract/shapes.ts'

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

/** 1 is today. */
export const FiguresQuery = z.strictObject({ days: z.enum(['1', '7', '30']).optional() })
export type FiguresQuery = z.input<typeof FiguresQuery>

/** A figure of the period, and of as long a period before it. */
const compared = <Value extends z.ZodType>(value: Value) => z.object({ now: value, before: value })

export const SalesChart = z.object({
  /** One for each of the last 30 days in India, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), revenue: rupeeSum, orders: z.number().int() })),
  /** Paths in a square of 100 × 100 whose origin is above and at the left. */
  line: z.string(),
  area: z.string(),
  /** Where grid lines go, from 0 (above) to 100, and what they say. */
  levels: z.array(z.object({ at: z.number(), label: z.string() })),
})
export type SalesChart = z.infer<typeof SalesChart>

/**
 * What was sold. Revenue and average are of orders whose money is captured and that are not cancelled, by the day on
 * which they were placed; the number of orders leaves out cancelled ones only.
 */
export const Figures = z.object({
  days: z.number().int(),
  from: time,
  revenue: compared(rupeeSum),
  orders: compared(z.number().int()),
  /** Null where nothing was sold. */
  average: compared(rupeeSum.nullable()),
  /** What was asked to be given back in the period, whenever it had been paid. */
  refunds: z.object({ amount: rupeeSum, count: z.number().int() }),
  chart: SalesChart,
  bestSellers: z.array(
    z.object({ _id: z.string(), name: z.string(), pieces: z.number().int(), revenue: rupeeSum, isOnSale: z.boolean() }),
  ),
  /** What is sold out first, then what has the most sizes sold out, then what has the most low ones. */
  lowStock: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      category: z.string(),
      /** Of all sizes together. */
      stock: z.number().int(),
      /** Those that are low or sold out; none of a product without sizes. */
      sizes: z.array(z.object({ size: z.string(), stock: z.number().int() })),
    }),
  ),
  /** How many products are low, or have a size that is. */
  lowStockCount: z.number().int(),
  newestOrders: z.array(Order),
  unread: z.object({ count: z.number().int(), newest: z.array(Contact) }),
})
export type Figures = z.infer<typeof Figures>
