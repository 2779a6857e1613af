import { z } from 'zod'

import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { day, pageQuery, rupees, rupeeSum, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import {
  MAX_BILL_LINES,
  MAX_BILL_NUMBER,
  MAX_BILL_PIECES,
  MAX_COUNT_REASON,
  MAX_COUNTED_SIZES,
  MAX_SUPPLIER_NAME,
} from '#contract/stock/stock-limits.ts'
import { STOCK_PLACES, STOCK_REASONS } from '#contract/stock/stock-places.ts'
import { REPORT_GROUPS } from '#contract/stock/stock-report-groups.ts'

const count = z.number().int()

/** How many pieces are in each place, and how many were taken in from suppliers: the sum of all places. */
const pieces = {
  shelf: count,
  held: count,
  packed: count,
  parcel: count,
  customer: count,
  back: count,
  inspection: count,
  writtenOff: count,
  takenIn: count,
}

/** The end of a day in India; without it now. */
const on = day.optional()

export const PlacesQuery = z.strictObject({ on })

/** The pieces of one size by place. A product without sizes has one, without a name. */
export const SizePlaces = z.object({ size: z.string(), ...pieces })
export type SizePlaces = z.infer<typeof SizePlaces>

export const StockQuery = z.strictObject({
  ...pageQuery,
  /** Words of the product's name, or the beginning of a SKU, a barcode or a place on the shelf. */
  search: soughtText(200).optional(),
  product: soughtText(500).optional(),
  on,
})
export type StockQuery = z.input<typeof StockQuery>

/** A size; its id is its own. */
export const StockRow = z.object({
  _id: z.string(),
  product: z.object({ _id: z.string(), name: z.string(), isDeleted: z.boolean() }),
  size: z.string(),
  sku: z.string(),
  storagePlace: z.string().nullable(),
  ...pieces,
  /** What one piece has cost on average; null while no bill has brought any. */
  cost: rupeeSum.nullable(),
  /** What the pieces that are the shop's have cost: on the shelf, held, packed, coming back, in inspection. */
  value: rupeeSum.nullable(),
})
export type StockRow = z.infer<typeof StockRow>

export const MovementsQuery = z.strictObject({
  ...pageQuery,
  size: soughtText(100).optional(),
  /** Only what came there or left from there. */
  place: z.enum(STOCK_PLACES).optional(),
  on,
})
export type MovementsQuery = z.input<typeof MovementsQuery>

/** Pieces that went from one place to another. */
export const StockMovement = z.object({
  _id: z.string(),
  at: time,
  size: z.string(),
  from: z.enum(STOCK_PLACES),
  to: z.enum(STOCK_PLACES),
  quantity: count,
  reason: z.enum(STOCK_REASONS),
  note: z.string().nullable(),
  /** Whoever of the staff did it, or the customer; null for the shop itself. */
  person: z.string().nullable(),
  orderId: z.string().nullable(),
  bill: z.object({ supplier: z.string(), number: z.string(), cost: rupeeSum }).nullable(),
})
export type StockMovement = z.infer<typeof StockMovement>

/** What was counted on the shelf, without the pieces that are set aside for orders. */
export const StockCount = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        _id: soughtText(500),
        counted: count.min(0).max(MAX_STOCK),
        /** What the shelf had when it was counted. */
        was: count.min(0).optional(),
      }),
    )
    .min(1)
    .max(MAX_COUNTED_SIZES),
  reason: text(MAX_COUNT_REASON, 'Please enter why the count differs.'),
})
export type StockCount = z.input<typeof StockCount>

export const SupplierBill = z.strictObject({
  supplier: text(MAX_SUPPLIER_NAME, 'Please enter the name of the supplier.'),
  number: text(MAX_BILL_NUMBER, 'Please enter the number of the bill.'),
  /** The day that stands on the bill. */
  date: day,
  lines: z
    .array(
      z.strictObject({
        /** The SKU or the barcode of a size, or its id. */
        code: text(500, 'Please enter a SKU or a barcode.'),
        quantity: count.min(1, 'Please enter how many pieces.').max(MAX_BILL_PIECES),
        /** Of one piece, in rupees. */
        cost: rupees,
      }),
    )
    .min(1, 'Please enter at least one line.')
    .max(MAX_BILL_LINES),
})
export type SupplierBill = z.input<typeof SupplierBill>

export const BillsQuery = z.strictObject({ ...pageQuery, search: soughtText(200).optional() })
export type BillsQuery = z.input<typeof BillsQuery>

export const ListedBill = z.object({
  _id: z.string(),
  supplier: z.string(),
  number: z.string(),
  date: day,
  pieces: count,
  cost: rupeeSum,
  person: z.string().nullable(),
  at: time,
})
export type ListedBill = z.infer<typeof ListedBill>

/** The days in India of which the movements count. */
export const StockReportQuery = z.strictObject({
  by: z.enum(REPORT_GROUPS).default('product'),
  from: day.optional(),
  to: day.optional(),
  page: pageQuery.page,
  limit: pageQuery.limit,
})
export type StockReportQuery = z.input<typeof StockReportQuery>

const figures = {
  /** Pieces that bills brought, and what they cost. */
  takenIn: count,
  takenInCost: rupeeSum,
  /**
   * Pieces that left for customers, without those that came back, and what they were sold for: before tax where there
   * is an invoice.
   */
  sold: count,
  revenue: z.number(),
  /** What the sold pieces had cost on average when they left; null where the cost of a piece is unknown. */
  cost: z.number().nullable(),
  /** What couriers took for the parcels, there and back, by month and by order; null where nobody has said. */
  parcels: rupeeSum.nullable(),
  /** What is left of the revenue after both; null where the cost of a piece is unknown. */
  margin: z.number().nullable(),
  writtenOff: count,
  /** Now, whatever the days; null by month and by order. */
  stock: count.nullable(),
  value: rupeeSum.nullable(),
}

export const StockReportRow = z.object({
  /** The id of the product, size, category or order; a month as 2026-11. */
  key: z.string(),
  name: z.string(),
  ...figures,
})
export type StockReportRow = z.infer<typeof StockReportRow>

export const StockReport = z.object({
  items: z.array(StockReportRow),
  total: count,
})
export type StockReport = z.infer<typeof StockReport>
