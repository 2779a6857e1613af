import { z } from 'zod'

import { slugOf, SORTS } from '#contract/catalogue-rules.ts'
import { pageQuery, rupees, text, time } from '#contract/shapes.ts'

export const Category = z.object({ _id: z.string(), name: z.string(), slug: z.string() })
export type Category = z.infer<typeof Category>

export const CategoriesAnswer = z.object({ categories: z.array(Category) })
export type CategoriesAnswer = z.infer<typeof CategoriesAnswer>

const categoryName = text(60, 'Category name is required.').refine((name) => slugOf(name) !== '', {
  error: 'A category name needs a letter or a digit.',
})
export const NewCategory = z.strictObject({ name: categoryName })
export type NewCategory = z.infer<typeof NewCategory>
export const CategoryName = z.strictObject({ category_name: text(60, 'Category name is required.') })
export type CategoryName = z.infer<typeof CategoryName>
export const CategoryAnswer = z.object({ message: z.string(), category: Category })
export type CategoryAnswer = z.infer<typeof CategoryAnswer>

export const SizeStock = z.object({ size: z.string(), stock: z.number().int() })
export type SizeStock = z.infer<typeof SizeStock>

/** Version of a picture (for an address that may be cached for ever) and its alternative text. */
export const PictureNote = z.object({ version: z.string(), alt: z.string() })
export type PictureNote = z.infer<typeof PictureNote>

export const Product = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  price: rupees,
  discountedPrice: rupees.optional(),
  category: Category,
  stock: z.number().int(),
  /** Empty for a product without sizes. */
  sizes: z.array(SizeStock),
  images: z.array(z.string()),
  createdAt: time,
  colour: z.string().optional(),
  pictures: z.array(PictureNote),
})
export type Product = z.infer<typeof Product>

/** Centimetres of the garment by measurement name, by size. */
export const SizeGuide = z.record(z.string(), z.record(z.string(), z.number()))
export type SizeGuide = z.infer<typeof SizeGuide>

export const ProductDetail = Product.extend({
  fabric: z.string().optional(),
  fit: z.string().optional(),
  care: z.string().optional(),
  hsn: z.string().optional(),
  origin: z.string().optional(),
  sizeGuide: SizeGuide.optional(),
  /** Grows by one with every change; send it back to be told of a change by somebody else. */
  revision: z.number().int(),
})
export type ProductDetail = z.infer<typeof ProductDetail>

const bound = z.coerce.number().min(0).max(1e9).optional()
export const ProductListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().max(200).optional(),
  category: z.string().max(200).optional(),
  minPrice: bound,
  maxPrice: bound,
  size: z.string().max(40).optional(),
  colour: z.string().max(60).optional(),
  inStock: z.enum(['true', 'false']).optional(),
  sort: z.enum(SORTS).optional(),
  facets: z.enum(['true', 'false']).optional(),
})
export type ProductListQuery = z.input<typeof ProductListQuery>

const facetCount = z.object({ value: z.string(), count: z.number().int() })
export const Facets = z.object({
  categories: z.array(Category.extend({ count: z.number().int() })),
  sizes: z.array(facetCount),
  colours: z.array(facetCount),
  /** Counts in the order of `PRICE_RANGES`. */
  prices: z.array(z.number().int()),
  inStock: z.number().int(),
})
export type Facets = z.infer<typeof Facets>

export const ProductListAnswer = z.object({
  products: z.array(Product),
  totalProducts: z.number().int(),
  totalPages: z.number().int(),
  currentPage: z.number().int(),
  facets: Facets.optional(),
})
export type ProductListAnswer = z.infer<typeof ProductListAnswer>

export const ProductAnswer = z.object({ message: z.string(), product: ProductDetail })
export type ProductAnswer = z.infer<typeof ProductAnswer>

/** Which size a stock call means; may be left out where the product has no sizes. */
export const SizeChoice = z.strictObject({ size: z.string().max(40).optional() })
export type SizeChoice = z.infer<typeof SizeChoice>

/** Suggestions while typing in the header search. */
export const SuggestionsAnswer = z.object({ products: z.array(Product), categories: z.array(Category) })
export type SuggestionsAnswer = z.infer<typeof SuggestionsAnswer>
