import { z } from 'zod'

import { MAX_SEARCH_CHARACTERS } from '#contract/catalogue/search/search-limits.ts'
import { SORTS } from '#contract/catalogue/lists/sort-orders.ts'
import { slugOf } from '#contract/catalogue/slug.ts'
import { FEATURED_PLACES } from '#contract/catalogue/lists/featured-rows.ts'
import { eachDetail } from '#contract/catalogue/product-fields.ts'
import { discountOutOfRange, isDiscountInRange, priceValue, stockCount } from '#contract/catalogue/product-input.ts'
import { pageQuery, rupees, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

export const Category = z.object({ _id: z.string(), name: z.string(), slug: z.string() })
export type Category = z.infer<typeof Category>

export const CategoriesAnswer = z.object({ categories: z.array(Category) })
export type CategoriesAnswer = z.infer<typeof CategoriesAnswer>

// Names become keys of an object in the administrator's list, and `__proto__` cannot be one.
const categoryName = text(60, 'Category name is required.').refine(
  (name) => slugOf(name) !== '' && name !== '__proto__',
  { error: 'A category name needs a letter or a digit.' },
)
export const NewCategory = z.strictObject({ name: categoryName })
export type NewCategory = z.infer<typeof NewCategory>
export const CategoryName = z.strictObject({ category_name: text(60, 'Category name is required.') })
export type CategoryName = z.infer<typeof CategoryName>
export const CategoryAnswer = z.object({ message: z.string(), category: Category })
export type CategoryAnswer = z.infer<typeof CategoryAnswer>

export const SizeStock = z.object({ size: z.string(), stock: z.number().int() })
export type SizeStock = z.infer<typeof SizeStock>

/**
 * Version of a picture (for an address that may be cached for ever) and its alternative text; for a cover also the
 * placeholder that stands there until it is loaded, in base64.
 */
export const PictureNote = z.object({ version: z.string(), alt: z.string(), placeholder: z.string().optional() })
export type PictureNote = z.infer<typeof PictureNote>

/** A product as a swatch that leads to it. */
export const Sibling = z.object({
  _id: z.string(),
  colour: z.string(),
  /** Hex colours: one for each family of the colour, at most two; none where it belongs to no family. */
  swatch: z.array(z.string()),
  inStock: z.boolean(),
})
export type Sibling = z.infer<typeof Sibling>

export const Product = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  price: rupees,
  discountedPrice: rupees.optional(),
  /**
   * Of a reduced product that has cost something else: the lowest that was paid in the 30 days before the present
   * price.
   */
  lowestPrice: rupees.optional(),
  category: Category,
  stock: z.number().int(),
  /** Empty for a product without sizes. */
  sizes: z.array(SizeStock),
  images: z.array(z.string()),
  createdAt: time,
  colour: z.string().optional(),
  pictures: z.array(PictureNote),
  /**
   * The colours that it comes in, its own among them, in the same order on each; left out where there is one colour.
   */
  siblings: z.array(Sibling).optional(),
  /** In lists: it has come lately, and most of the shop has not. */
  isNew: z.literal(true).optional(),
})
export type Product = z.infer<typeof Product>

/** What a card of a featured row shows: of the pictures the cover alone, and of the category its address. */
export const FeaturedProduct = Product.pick({
  _id: true,
  name: true,
  description: true,
  price: true,
  discountedPrice: true,
  lowestPrice: true,
  images: true,
  pictures: true,
}).extend({ category: Category.pick({ slug: true }) })
export type FeaturedProduct = z.infer<typeof FeaturedProduct>

export const FeaturedQuery = z.strictObject({ place: z.enum(FEATURED_PLACES).default('home') })

/** The rows in the order of `FEATURED_SLUGS`; one whose category is missing has no products. */
export const FeaturedAnswer = z.object({
  rows: z.array(z.object({ slug: z.string(), products: z.array(FeaturedProduct) })),
})
export type FeaturedAnswer = z.infer<typeof FeaturedAnswer>

/** In stock, nearest in price first. */
export const RelatedAnswer = z.object({ goesWith: z.array(FeaturedProduct), moreLikeThis: z.array(FeaturedProduct) })
export type RelatedAnswer = z.infer<typeof RelatedAnswer>

/** Centimetres of the garment by measurement name, by size. */
export const SizeGuide = z.record(z.string(), z.record(z.string(), z.number()))
export type SizeGuide = z.infer<typeof SizeGuide>

export const ProductDetail = Product.extend({
  ...eachDetail(() => z.string().optional()),
  sizeGuide: SizeGuide.optional(),
  /** Until when it may come back, if its category has days of its own; 0 where only a fault is taken back. */
  returnDays: z.number().int().optional(),
  /** Grows by one with every change; send it back to be told of a change by somebody else. */
  revision: z.number().int(),
})
export type ProductDetail = z.infer<typeof ProductDetail>

// A form without JavaScript sends its empty fields too; an empty filter means none.
const bound = z
  .union([z.literal(''), z.coerce.number().min(0).max(1e9)], { error: 'Please enter a price in rupees.' })
  .optional()
const flag = z.enum(['true', 'false', '']).optional()
const search = soughtText(MAX_SEARCH_CHARACTERS).optional()
/** One or more, as `joinValues` separates them. The address of the product list takes as many characters. */
const values = soughtText(500).optional()

export const ProductListQuery = z.strictObject({
  ...pageQuery,
  search,
  /** Ids or slugs. */
  category: values,
  /** The slug of one. */
  collection: soughtText(200).optional(),
  minPrice: bound,
  maxPrice: bound,
  size: values,
  /** Names of colours or of their families. */
  colour: values,
  /** Countries of origin. */
  origin: values,
  fit: values,
  /** Names of `Facets.fabrics`. */
  fabric: values,
  /** Names of `Facets.sleeves`. */
  sleeve: values,
  discounted: flag,
  inStock: flag,
  /** Takes the words of the search as they are typed. */
  exact: flag,
  sort: z.enum([...SORTS, '']).optional(),
  facets: flag,
})
export type ProductListQuery = z.input<typeof ProductListQuery>

export const SuggestionsQuery = z.strictObject({ search })

const facetCount = z.object({ value: z.string(), count: z.number().int() })
export const Facets = z.object({
  categories: z.array(Category.extend({ count: z.number().int() })),
  sizes: z.array(facetCount),
  colours: z.array(facetCount),
  /** Counts in the order of `PRICE_RANGES`. */
  prices: z.array(z.number().int()),
  inStock: z.number().int(),
  /** The families of the colours, in the order of the filter. */
  families: z.array(facetCount.extend({ hex: z.string() })),
  /** Countries of origin; empty unless imported goods are among the products. */
  origins: z.array(facetCount),
  /** The most frequent fits, the fabrics that the products' texts name, and the sleeves as far as they are known. */
  fits: z.array(facetCount),
  fabrics: z.array(facetCount),
  sleeves: z.array(facetCount),
  discounted: z.number().int(),
  /** How many match, in stock or not; `inStock` counts those in stock. */
  withSoldOut: z.number().int(),
  /** The collections of these products, by title; empty on the list of a collection. */
  collections: z.array(z.object({ slug: z.string(), title: z.string(), count: z.number().int() })),
})
export type Facets = z.infer<typeof Facets>

/** Products that are shown together at `/collections/{slug}`, as shoppers see it. */
export const Collection = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  text: z.string(),
  /** As `shopPicture()` reads it; empty where there is none. */
  picture: z.string(),
  pictureWords: z.string(),
})
export type Collection = z.infer<typeof Collection>

/** The collections that shoppers see, by title. */
export const CollectionsAnswer = z.object({
  collections: z.array(Collection.pick({ _id: true, title: true, slug: true })),
})
export type CollectionsAnswer = z.infer<typeof CollectionsAnswer>

/** A search whose words were corrected: what is shown, and what was typed. `exact=true` finds the latter. */
export const SearchNote = z.object({ showing: z.string(), insteadOf: z.string() })
export type SearchNote = z.infer<typeof SearchNote>

/**
 * What is shown where a search finds nothing: what comes closest to it, ideas for a present, or the newest products.
 */
const NEAREST_KINDS = ['closest', 'gifts', 'newest'] as const
export type NearestKind = (typeof NEAREST_KINDS)[number]

export const ProductListAnswer = z.object({
  products: z.array(Product),
  totalProducts: z.number().int(),
  totalPages: z.number().int(),
  currentPage: z.number().int(),
  facets: Facets.optional(),
  /** Whose list this is, or by which it is narrowed. */
  collection: Collection.optional(),
  search: SearchNote.optional(),
  /** Where a search finds nothing: what is shown instead, and what that is. */
  nearest: z.array(Product).optional(),
  nearestKind: z.enum(NEAREST_KINDS).optional(),
})
export type ProductListAnswer = z.infer<typeof ProductListAnswer>

/** Which size a stock call means, in the query or the body; the server chooses where it is left out. */
export const SizeChoice = z.strictObject({ size: soughtText(40).optional() }).nullish()
export type SizeChoice = z.infer<typeof SizeChoice>
export const SizeQuery = z.strictObject({ size: soughtText(40).optional() })

/** Says this sentence to a body that is no object. */
const unlessObject = (sentence: string) => ({
  error: ({ code }: { code?: string }) => (code === 'invalid_type' ? sentence : undefined),
})

/** The revision that a form was filled from: with it, a change that somebody else made meanwhile is a conflict. */
const revision = z.number().int().optional()

export const StockSetting = z.strictObject(
  {
    stock: stockCount,
    size: soughtText(40).optional(),
    revision,
    /** The stock that is to be replaced: with it, another one by now is a conflict, sold pieces included. */
    was: z.number().int().optional(),
  },
  unlessObject(ADMIN_WORDINGS.invalidStock),
)
export type StockSetting = z.infer<typeof StockSetting>

/** A discounted price that is left out stays; null removes it. */
export const PriceSetting = z
  .strictObject(
    {
      price: priceValue,
      discountedPrice: priceValue.nullish(),
      revision,
      /** The prices that are to be replaced: with them, others by now are a conflict. */
      was: z.strictObject({ price: priceValue, discountedPrice: priceValue.nullable() }).optional(),
    },
    unlessObject(ADMIN_WORDINGS.invalidPrices),
  )
  .refine(isDiscountInRange, discountOutOfRange)
export type PriceSetting = z.infer<typeof PriceSetting>

/** Suggestions while typing in the header search. */
export const SuggestionsAnswer = z.object({
  products: z.array(Product.omit({ siblings: true })),
  categories: z.array(Category),
})
export type SuggestionsAnswer = z.infer<typeof SuggestionsAnswer>
