import { z } from 'zod'

import { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import { COLLECTION_ORDERS } from '#contract/catalogue/lists/sort-orders.ts'
import {
  MAX_CHOSEN_PRODUCTS,
  MAX_COLLECTION_SLUG,
  MAX_COLLECTION_TEXT,
  MAX_COLLECTION_TITLE,
  MAX_NEW_DAYS,
  MAX_RULE_VALUES,
} from '#contract/catalogue/collections/collection-limits.ts'
import { COLOUR_FAMILY_NAMES } from '#contract/catalogue/colour-swatches.ts'
import { isPrice } from '#contract/units/money.ts'
import { id, optionalText, pageQuery, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { line, matching } from '#contract/settings/define-setting.ts'
import { PICTURE_VALUE } from '#contract/settings/shop-pictures.ts'

const TOO_MANY_VALUES = { error: `At most ${MAX_RULE_VALUES} values.` }
const several = <Value extends z.ZodType>(value: Value) => z.array(value).max(MAX_RULE_VALUES, TOO_MANY_VALUES)
const priceBound = z
  .number({ error: 'Please enter a price in rupees.' })
  .refine(isPrice, { error: 'Please enter a price in rupees.' })
const DAYS = { error: `A whole number of days from 1 to ${MAX_NEW_DAYS}.` }

/**
 * What the products of a collection have in common. A product must meet each condition that is given, and have one of
 * the condition's values. A rule without conditions takes every product.
 */
export const CollectionRule = z
  .strictObject({
    /** Ids. */
    categories: several(id).optional(),
    colours: several(z.enum(COLOUR_FAMILY_NAMES, { error: 'There is no such colour.' })).optional(),
    fits: several(soughtText(60)).optional(),
    /** Names of `Facets.fabrics`. */
    fabrics: several(soughtText(60)).optional(),
    /** In any case. */
    tags: several(soughtText(60)).optional(),
    /** Of the price that is paid, in rupees. */
    minPrice: priceBound.optional(),
    maxPrice: priceBound.optional(),
    isReduced: z.boolean().optional(),
    isInStock: z.boolean().optional(),
    /** It came within so many days of 24 hours. */
    newDays: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_NEW_DAYS, DAYS).optional(),
  })
  .refine(({ minPrice = 0, maxPrice = Infinity }) => minPrice <= maxPrice, {
    error: 'The highest price is below the lowest.',
    path: ['maxPrice'],
  })
export type CollectionRule = z.infer<typeof CollectionRule>

const slugTyped = z
  .string({ error: 'Please enter an address.' })
  .max(MAX_COLLECTION_SLUG, { error: `At most ${MAX_COLLECTION_SLUG} characters.`, abort: true })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'Small letters, digits and hyphens, such as under-1500.' })

/** A collection as it is entered; `slug` follows from the title where it is missing. */
export const CollectionInput = z.strictObject({
  title: text(MAX_COLLECTION_TITLE, 'Please enter a title.'),
  slug: slugTyped.optional(),
  text: optionalText(MAX_COLLECTION_TEXT),
  picture: matching(PICTURE_VALUE, 'Please choose a picture.'),
  /** What the picture shows. */
  pictureWords: line(200),
  /** Null where its products are chosen by hand. */
  rule: CollectionRule.nullable(),
  /**
   * Ids of the products that are chosen by hand, in their order. Of a collection with a rule they come first if they
   * match it.
   */
  products: z.array(id).max(MAX_CHOSEN_PRODUCTS, { error: `At most ${MAX_CHOSEN_PRODUCTS} products.` }),
  order: z.enum(COLLECTION_ORDERS, { error: 'Please choose an order.' }),
  isHidden: z.boolean(),
})
export type CollectionInput = z.input<typeof CollectionInput>

/** `revision` is that of the collection as it was when the form was filled. */
export const CollectionChange = CollectionInput.extend({ revision: z.number().int().min(1) })
export type CollectionChange = z.input<typeof CollectionChange>

export const CollectionQuestion = CollectionInput.pick({ rule: true, products: true, order: true })
export type CollectionQuestion = z.input<typeof CollectionQuestion>

/** What is on sale of a collection now. */
export const CollectionPreview = z.object({
  count: z.number().int(),
  /** All products on sale. */
  total: z.number().int(),
  /** Says that the rule takes nothing, or everything. */
  note: z.string().optional(),
  /** The first ones. */
  products: z.array(FeaturedProduct),
})
export type CollectionPreview = z.infer<typeof CollectionPreview>

export const CollectionListQuery = z.strictObject({ ...pageQuery, search: soughtText(100).optional() })
export type CollectionListQuery = z.input<typeof CollectionListQuery>

/** A collection as the list of collections shows it. */
export const ListedCollection = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  isByRule: z.boolean(),
  isHidden: z.boolean(),
  /** Its products on sale. */
  count: z.number().int(),
  changedAt: time,
  changedBy: z.string().optional(),
})
export type ListedCollection = z.infer<typeof ListedCollection>

/** A product that was chosen by hand, as the form shows it. */
const ChosenProduct = z.object({ _id: z.string(), name: z.string(), isOnSale: z.boolean() })
export type ChosenProduct = z.infer<typeof ChosenProduct>

/** A collection as its form shows it. */
export const EditedCollection = ListedCollection.extend({
  text: z.string(),
  picture: z.string(),
  pictureWords: z.string(),
  rule: CollectionRule.nullable(),
  /** Without those that are deleted. */
  products: z.array(ChosenProduct),
  order: z.enum(COLLECTION_ORDERS),
  revision: z.number().int(),
})
export type EditedCollection = z.infer<typeof EditedCollection>

/** `note` says what the owner should know of the rule, or of products that are gone. */
export const CollectionAnswer = z.object({
  message: z.string(),
  collection: EditedCollection,
  note: z.string().optional(),
})
export type CollectionAnswer = z.infer<typeof CollectionAnswer>

/** All collections by title, hidden ones too, to choose from. */
export const CollectionNames = z.array(z.object({ _id: z.string(), name: z.string() }))
export type CollectionNames = z.infer<typeof CollectionNames>

/** What a rule may name, as the products on sale have it. */
export const RuleChoices = z.object({
  fits: z.array(z.string()),
  fabrics: z.array(z.string()),
  tags: z.array(z.string()),
})
export type RuleChoices = z.infer<typeof RuleChoices>
