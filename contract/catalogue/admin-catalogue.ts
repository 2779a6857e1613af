import { z } from 'zod'

import { ADMIN_SORTS } from '#contract/catalogue/lists/sort-orders.ts'
import { OTHER_SHOPS, STOCK_CONFLICTS } from '#contract/catalogue/import/import-choices.ts'
import { PRODUCT_STATES, STOCK_FILTERS } from '#contract/catalogue/lists/admin-product-filters.ts'
import { MAX_BULK, MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { Category, ProductDetail } from '#contract/catalogue/catalogue.ts'
import { LABEL_FACTS } from '#contract/catalogue/product-fields.ts'
import { details, priceValue } from '#contract/catalogue/product-input.ts'
import { eachOf } from '#contract/schemas/each-of.ts'
import { pageQuery, rupees, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

const PERCENT = 'Please enter a change from -90 to 400 per cent.'
const DISCOUNT = 'Please enter a discount of at most 90 per cent.'

export const AdminProductsQuery = z.strictObject({
  ...pageQuery,
  /** Name, slug or id. */
  category: soughtText(200).optional(),
  search: soughtText(200).optional(),
})
export type AdminProductsQuery = z.input<typeof AdminProductsQuery>

/** A product as its owner sees it: also a draft, and one that was deleted. */
export const AdminProduct = ProductDetail.omit({ returnDays: true }).extend({
  isDraft: z.literal(true).optional(),
  deletedAt: time.optional(),
  /**
   * Pieces that open payments hold, by size ('' where there are none): they stand on the shelf and are not part of the
   * stock.
   */
  promised: z.record(z.string(), z.number().int()).optional(),
  /** The sale that reduces it now. `price` and `discountedPrice` above are the owner's own. */
  sale: z.object({ _id: z.string(), title: z.string(), endsAt: time, price: rupees }).optional(),
})
export type AdminProduct = z.infer<typeof AdminProduct>
export const ProductAnswer = z.object({
  message: z.string(),
  product: AdminProduct,
  /**
   * What a new product on sale lacks of the facts that the law asks for, as a sentence, where the owner wants them
   * checked.
   */
  lacking: z.string().optional(),
  /** Why its price is unwise; it is saved all the same. */
  warning: z.string().optional(),
})
export type ProductAnswer = z.infer<typeof ProductAnswer>

/** Products by the name of their category, including empty categories. */
export const AdminProducts = z.object({ products: z.record(z.string(), z.array(AdminProduct)) })
export type AdminProducts = z.infer<typeof AdminProducts>

export const AdminListQuery = z.strictObject({
  ...pageQuery,
  search: soughtText(200).optional(),
  /** Name, slug or id. */
  category: soughtText(200).optional(),
  stock: z.enum(STOCK_FILTERS).optional(),
  /** The highest stock that counts as low; the owner's setting unless given. */
  threshold: z.coerce.number().int().min(0).max(MAX_STOCK).optional(),
  state: z.enum(PRODUCT_STATES).default('all'),
  sort: z.enum(ADMIN_SORTS).optional(),
})
export type AdminListQuery = z.input<typeof AdminListQuery>

/** Which products are exported; without a filter all that exist. */
export const ExportQuery = AdminListQuery.omit({ page: true, limit: true })

/** `foundCode` is the SKU or the barcode of a size by which the search has found it. */
export const FoundProduct = AdminProduct.extend({ foundCode: z.string().optional() })
export type FoundProduct = z.infer<typeof FoundProduct>

export const AdminListAnswer = z.object({
  products: z.array(FoundProduct),
  /** The category that the list is narrowed to, if it exists. */
  category: Category.optional(),
  /** The highest stock that counts as low, by the owner's setting. */
  lowStock: z.number().int(),
  totalProducts: z.number().int(),
  totalPages: z.number().int(),
  currentPage: z.number().int(),
})
export type AdminListAnswer = z.infer<typeof AdminListAnswer>

export const SizeRow = z.object({
  _id: z.string(),
  /** Empty for the one row of a product without sizes. */
  size: z.string(),
  stock: z.number().int(),
  measurements: z.record(z.string(), z.number()).nullable(),
  sku: z.string(),
  barcode: z.string(),
  storagePlace: z.string().nullable(),
})
export type SizeRow = z.infer<typeof SizeRow>

/** A product with what its form needs: `sizeRows` carry the sizes' ids; a product without sizes has one row. */
export const EditableProduct = AdminProduct.extend({ sizeRows: z.array(SizeRow) })
export type EditableProduct = z.infer<typeof EditableProduct>
export const EditableAnswer = z.object({
  message: z.string(),
  product: EditableProduct,
  /** Why its price is unwise; it is saved all the same. */
  warning: z.string().optional(),
})
export type EditableAnswer = z.infer<typeof EditableAnswer>

const ids = z
  .array(soughtText(500))
  .min(1, { error: 'Please select at least one product.' })
  .max(MAX_BULK, { error: `At most ${MAX_BULK} products at a time.` })

/** What a product costs: its price, and its discounted price where it has one. */
export const Prices = z.strictObject({ price: priceValue, discountedPrice: priceValue.nullable() })
export type Prices = z.infer<typeof Prices>

/** The prices that were shown: a product that has others by now is left as it is. */
const shownPrices = z
  .array(Prices.extend({ _id: soughtText(500) }))
  .max(MAX_BULK)
  .optional()

/** New prices that the server works out for many products, and of which it also gives a preview. */
const repricings = [
  z.strictObject({
    action: z.literal('price'),
    ids,
    percent: z
      .number({ error: PERCENT })
      .min(-90, { error: PERCENT })
      .max(400, { error: PERCENT })
      .refine((percent) => percent !== 0, { error: PERCENT }),
    was: shownPrices,
  }),
  /** A discounted price so many per cent below the price, which itself stays. */
  z.strictObject({
    action: z.literal('discount'),
    ids,
    percent: z.number({ error: DISCOUNT }).gt(0, { error: DISCOUNT }).max(90, { error: DISCOUNT }),
    was: shownPrices,
  }),
] as const
export const Repricing = z.discriminatedUnion('action', repricings)
export type Repricing = z.infer<typeof Repricing>

/** Label facts by name: what is left out stays, and null takes a fact away. */
const labelFacts = z.strictObject(eachOf(LABEL_FACTS, (name) => details[name].nullable().optional()))
const storedFacts = z.object(eachOf(LABEL_FACTS, () => z.string().nullable().optional()))
const DetailChange = z.object({ before: storedFacts, after: storedFacts })
export type DetailChange = z.infer<typeof DetailChange>

/** One change of many products. */
export const BulkChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete'), ids }),
  z.strictObject({ action: z.literal('restore'), ids }),
  z.strictObject({ action: z.literal('put on sale'), ids }),
  z.strictObject({ action: z.literal('make drafts'), ids }),
  z.strictObject({ action: z.literal('move'), ids, category: soughtText(500) }),
  z.strictObject({
    action: z.literal('facts'),
    ids,
    facts: labelFacts.refine((facts) => Object.keys(facts).length > 0, { error: 'Please choose what to change.' }),
  }),
  /** Undoes a change of facts: each product that still has those in `was` gets its former ones. */
  z.strictObject({
    action: z.literal('set facts'),
    products: z
      .array(z.strictObject({ _id: soughtText(500), facts: labelFacts, was: labelFacts }))
      .min(1, { error: 'Please select at least one product.' })
      .max(MAX_BULK, { error: `At most ${MAX_BULK} products at a time.` }),
  }),
  ...repricings,
  /** Undoes a repricing: each product that still has the prices in `was` gets its former ones. */
  z.strictObject({
    action: z.literal('set prices'),
    products: z
      .array(Prices.extend({ _id: soughtText(500), was: Prices }))
      .min(1, { error: 'Please select at least one product.' })
      .max(MAX_BULK, { error: `At most ${MAX_BULK} products at a time.` }),
  }),
  z
    .strictObject({
      action: z.literal('stock'),
      ids,
      how: z.enum(['set', 'add']),
      quantity: z
        .number({ error: ADMIN_WORDINGS.invalidStock })
        .int({ error: ADMIN_WORDINGS.invalidStock })
        .min(-MAX_STOCK)
        .max(MAX_STOCK),
      /** Left out: every size of the product. */
      size: soughtText(40).optional(),
    })
    .refine(({ how, quantity }) => how === 'add' || quantity >= 0, {
      error: ADMIN_WORDINGS.invalidStock,
      path: ['quantity'],
    }),
])
export type BulkChange = z.infer<typeof BulkChange>

/** A change of prices, by the id of one of its entries in the audit log. */
export const PriceUndoing = z.strictObject({ entry: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

export const BulkResult = z.object({
  _id: z.string(),
  name: z.string(),
  isDone: z.boolean(),
  /** Why it was not done, as a sentence. */
  reason: z.string().optional(),
  /** Of a change of prices: what it cost before, and what it costs after. */
  before: Prices.optional(),
  after: Prices.optional(),
  /** Of a change of label facts: those that differ, before and after. */
  facts: DetailChange.optional(),
  /** Why its new price is unwise. */
  warning: z.string().optional(),
})
export type BulkResult = z.infer<typeof BulkResult>
export const BulkAnswer = z.object({ message: z.string(), results: z.array(BulkResult) })
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** The form that imports a CSV: without a token it only reports what would happen. */
export const CsvForm = z.strictObject({
  /** The token that the check answered for this very file: with it, the reported changes are made. */
  token: text(100).optional(),
  /**
   * What counts of a stock that has changed both in the sheet and in the shop since the export: the sheet's figure, the
   * shop's with the difference that the sheet makes, or the shop's. Such stocks are rejected without it.
   */
  stockConflict: z.enum(STOCK_CONFLICTS).optional(),
})
export type StockConflict = NonNullable<z.infer<typeof CsvForm>['stockConflict']>

export const CsvChange = z.object({
  what: z.string(),
  from: z.string(),
  to: z.string(),
  /** Of a stock: pieces beside it that open payments hold. */
  promised: z.number().int().optional(),
})
export type CsvChange = z.infer<typeof CsvChange>
const lineReason = z.object({ line: z.number().int(), reason: z.string() })
export const CsvProduct = z.object({
  status: z.enum(['new', 'changed', 'rejected']),
  /** Lines of the file, counted from 1. */
  lines: z.array(z.number().int()),
  _id: z.string().optional(),
  name: z.string(),
  changes: z.array(CsvChange),
  reasons: z.array(lineReason),
  /** Of a product from another shop: what of it does not come along. */
  notes: z.array(lineReason).optional(),
  /** Of a product from another shop: how many pictures are fetched after the import. */
  pictures: z.number().int().optional(),
  /** Why its price is unwise; it is imported all the same. */
  warning: z.string().optional(),
})
export type CsvProduct = z.infer<typeof CsvProduct>

export const CsvAnswer = z.object({
  message: z.string(),
  isApplied: z.boolean(),
  /** The other shop that the file comes from. */
  shop: z.enum(OTHER_SHOPS).optional(),
  /**
   * What is true of the whole file, each as a sentence: new categories, columns that are left out, addresses that found
   * no room.
   */
  remarks: z.array(z.string()).optional(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
  }),
  /** Without the products that do not change. */
  products: z.array(CsvProduct),
  /** How many stocks have changed both in the sheet and in the shop since the export. */
  stockConflicts: z.number().int(),
  token: z.string(),
})
export type CsvAnswer = z.infer<typeof CsvAnswer>

export const ColourGroupQuery = z.strictObject({ name: soughtText(200).optional() })
export const ColourGroupAnswer = z.object({
  names: z.array(z.string()),
  products: z.array(z.object({ _id: z.string(), name: z.string(), colour: z.string().optional() })),
})
export type ColourGroupAnswer = z.infer<typeof ColourGroupAnswer>
