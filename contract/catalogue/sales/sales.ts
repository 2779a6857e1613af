import { z } from 'zod'

import {
  MAX_SALE_CATEGORIES,
  MAX_SALE_COLLECTIONS,
  MAX_SALE_DAYS,
  MAX_SALE_PERCENT,
  MAX_SALE_PRODUCTS,
  MAX_SALE_TITLE,
} from '#contract/catalogue/sales/sale-limits.ts'
import { SALE_STATES } from '#contract/catalogue/sales/sale-states.ts'
import { ROUNDING_NAMES } from '#contract/catalogue/sales/sale-roundings.ts'
import { id, pageQuery, rupees, sentTime, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { DAY_MS } from '#contract/units/time-units.ts'

const PERCENT = `A percentage is a whole number from 1 to ${MAX_SALE_PERCENT}.`
const moment = sentTime('Please enter a day and a time.')

const terms = {
  title: text(MAX_SALE_TITLE, 'Please enter a title.'),
  /** The prices are in force from this moment until before the other one. */
  startsAt: moment,
  endsAt: moment,
  /** Off the price; the discounted price stays where it is lower. */
  percent: z
    .number({ error: PERCENT })
    .int({ error: PERCENT })
    .min(1, { error: PERCENT })
    .max(MAX_SALE_PERCENT, { error: PERCENT })
    .optional(),
  /** Rupees off. */
  amount: rupees.min(1, { error: 'A sale takes at least ₹1 off.' }).optional(),
  rounding: z.enum(ROUNDING_NAMES, { error: 'Please choose how prices are rounded.' }),
  /** Ids. What is in one of the categories is in the sale too, also when it comes into it later. */
  products: z.array(id).max(MAX_SALE_PRODUCTS, { error: `At most ${MAX_SALE_PRODUCTS} products.` }),
  categories: z.array(id).max(MAX_SALE_CATEGORIES, { error: `At most ${MAX_SALE_CATEGORIES} categories.` }),
  /**
   * Ids. What is in one of the collections at a moment is in the sale at that moment. A rule is met at the prices that
   * stand without sales, and a hidden collection counts too.
   */
  collections: z
    .array(id)
    .max(MAX_SALE_COLLECTIONS, { error: `At most ${MAX_SALE_COLLECTIONS} collections.` })
    .default([]),
}

type Terms = z.output<z.ZodObject<typeof terms>>

function checkTerms(
  { percent, amount, startsAt, endsAt, products, categories, collections }: Omit<Terms, 'title' | 'rounding'>,
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if ((percent === undefined) === (amount === undefined)) {
    refuse('percent', 'A sale takes either a percentage or an amount off.')
  }
  const lastsMs = Date.parse(endsAt) - Date.parse(startsAt)
  if (lastsMs <= 0) refuse('endsAt', 'The sale would end before it begins.')
  if (lastsMs > MAX_SALE_DAYS * DAY_MS) refuse('endsAt', `A sale lasts at most ${MAX_SALE_DAYS} days.`)
  if (products.length + categories.length + collections.length === 0) {
    refuse('categories', 'Please choose at least one category, collection or product.')
  }
}

export const SaleInput = z.strictObject(terms).superRefine(checkTerms)
export type SaleInput = z.input<typeof SaleInput>

/** `revision` is that of the sale as the form knew it. */
export const SaleChange = z.strictObject({ ...terms, revision: z.number().int() }).superRefine(checkTerms)
export type SaleChange = z.input<typeof SaleChange>

export const SaleStop = z.strictObject({ isStopped: z.boolean() })

const Named = z.object({ _id: z.string(), name: z.string() })

export const Sale = z.object({
  _id: z.string(),
  title: z.string(),
  startsAt: time,
  endsAt: time,
  percent: z.number().int().optional(),
  amount: rupees.optional(),
  rounding: z.enum(ROUNDING_NAMES),
  products: z.array(Named),
  categories: z.array(Named),
  /** Left out where it is of none. */
  collections: z.array(Named).optional(),
  state: z.enum(SALE_STATES),
  stoppedAt: time.optional(),
  /** Products whose price it makes now. */
  reduced: z.number().int(),
  revision: z.number().int(),
})
export type Sale = z.infer<typeof Sale>

/** In a list without the names of the products. */
export const ListedSale = Sale.omit({ products: true }).extend({ productCount: z.number().int() })
export type ListedSale = z.infer<typeof ListedSale>

const warning = z.string().optional()

/** `warning` tells of prices that the tax makes unwise. */
export const SaleAnswer = z.object({ message: z.string(), sale: Sale, warning })
export type SaleAnswer = z.infer<typeof SaleAnswer>

export const SaleListQuery = z.strictObject({ ...pageQuery, state: z.enum(SALE_STATES).optional() })
export type SaleListQuery = z.input<typeof SaleListQuery>

/** `_id` is that of the sale which is being edited. */
export const SalePreviewQuestion = z.strictObject({ ...terms, _id: id.optional() }).superRefine(checkTerms)
export type SalePreviewQuestion = z.input<typeof SalePreviewQuestion>

/** What a sale will do to prices when it begins, or now if it has begun. */
export const SalePreview = z.object({
  /** Products in it that exist. */
  products: z.number().int(),
  /** Those whose price it lowers. */
  reduced: z.number().int(),
  /** Those that are as cheap or cheaper already. */
  kept: z.number().int(),
  /** Those of which nothing would be left to pay; they keep their price. */
  free: z.number().int(),
  /** The first of them by name, with what is paid without this sale and with it. */
  rows: z.array(Named.extend({ before: rupees, after: rupees, note: z.string().optional() })),
  /** Other sales of the same products in the same days: the better one counts for each product. */
  conflicts: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      startsAt: time,
      endsAt: time,
      /** Products that both are about, and of how many of them the other one is the better. */
      products: z.number().int(),
      better: z.number().int(),
    }),
  ),
  warning,
})
export type SalePreview = z.infer<typeof SalePreview>

/** From when on a product had which prices. */
export const PriceHistory = z.object({
  name: z.string(),
  /** The lowest of the last 30 days, the present one included. */
  lowest: rupees.optional(),
  /** How many prices it has had. */
  total: z.number().int(),
  /** A page of them, the present ones first. */
  prices: z.array(
    z.object({
      from: time,
      price: rupees,
      discountedPrice: rupees.optional(),
      /** What is paid. */
      paid: rupees,
      /** The sale that makes the price. */
      sale: z.object({ _id: z.string(), title: z.string() }).optional(),
    }),
  ),
})
export type PriceHistory = z.infer<typeof PriceHistory>
export const PriceHistoryQuery = z.strictObject(pageQuery)
export type PriceHistoryQuery = z.input<typeof PriceHistoryQuery>

/** The storefront's list as it is to be at a moment to come. */
export const ShopAtQuery = z.strictObject({
  ...pageQuery,
  at: moment,
  search: soughtText(200).optional(),
  category: soughtText(200).optional(),
})
export type ShopAtQuery = z.input<typeof ShopAtQuery>
