import { z } from 'zod'

import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { MAX_SIZES, MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { CODE_PATTERN, codeMismatch, SIZE_CODES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'
import { jsonText } from '#contract/schemas/json-text.ts'
import { isPrice } from '#contract/units/money.ts'
import { eachDetail, fieldOf, PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { longText, soughtText, text, typedCode, verbatimText } from '#contract/schemas/basic-schemas.ts'
import { MAX_IMAGES, TOO_MANY_IMAGES } from '#contract/catalogue/upload-limits.ts'
import { trimTyped } from '#contract/schemas/typed-text.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { MAX_ALT_CHARACTERS } from '#contract/catalogue/picture-alt.ts'

const invalidPrices = { error: ADMIN_WORDINGS.invalidPrices }
const invalidStock = { error: ADMIN_WORDINGS.invalidStock }

/** A price of one piece in rupees. */
export const priceValue = z.number(invalidPrices).refine(isPrice, invalidPrices)
/** Pieces of one size. */
export const stockCount = z.number(invalidStock).int(invalidStock).min(0, invalidStock).max(MAX_STOCK, invalidStock)

/** True if the discounted price, where there is one, is not above the price. */
export const isDiscountInRange = (prices: { price: number; discountedPrice?: number | null | undefined }) =>
  (prices.discountedPrice ?? 0) <= prices.price
export const discountOutOfRange = { error: WORDINGS.products.discountOutOfRange, path: ['discountedPrice'] }

const NAME_MISSING = 'Product name is required.'
const name = verbatimText(PRODUCT_FIELDS.name.max, NAME_MISSING).refine((written) => trimTyped(written) !== '', {
  error: NAME_MISSING,
})
const description = verbatimText(PRODUCT_FIELDS.description.max)
/** A written value of each detail. */
export const details = eachDetail((detail) => {
  const { max = 0, pattern, mismatch = '', rows = 1 } = fieldOf(detail)
  if (pattern) return typedCode(max * 4, mismatch).regex(pattern, { error: mismatch })
  return rows > 1 ? longText(max) : text(max)
})
const alt = verbatimText(MAX_ALT_CHARACTERS)

/** Centimetres by measurement name, such as Chest. */
const measurements = z.record(text(40), z.number().min(0).max(1000)).nullable()

const sizeCode = (kind: SizeCode) =>
  typedCode(SIZE_CODES[kind].max, codeMismatch(kind))
    .max(SIZE_CODES[kind].max, { error: codeMismatch(kind) })
    .regex(CODE_PATTERN, { error: codeMismatch(kind) })
export const sizeCodes = { sku: sizeCode('sku'), barcode: sizeCode('barcode') }
export const storagePlace = text(STORAGE_PLACE.max)

/** Twenty sizes with all their measurements take some hundreds. */
const MAX_JSON_ENTRIES = 2000

const isEachSizeOnce = (sizes: readonly { size: string }[]) =>
  new Set(sizes.map(({ size }) => size.toLowerCase())).size === sizes.length

const typedPrice = (negative: string) =>
  z
    .string(invalidPrices)
    .trim()
    .regex(/^[+-]?\d+(?:\.\d+)?$/, invalidPrices)
    .transform(Number)
    .refine((price) => price >= 0, { error: negative, abort: true })
    .refine(isPrice, { error: 'A price has at most two decimals and is at most ₹1,00,00,000.' })

const typedStock = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, invalidStock)
  .transform(Number)
  .pipe(stockCount)

const SIZES_SENTENCE = 'Sizes are a JSON list such as [{"size":"M","stock":4}], each size once.'
const newSizes = z
  .array(
    z.strictObject({
      size: text(40),
      stock: stockCount,
      measurements: measurements.optional(),
      /** Left out or null, the shop makes them. */
      sku: sizeCodes.sku.nullable().optional(),
      barcode: sizeCodes.barcode.nullable().optional(),
      storagePlace: storagePlace.nullable().optional(),
    }),
    { error: SIZES_SENTENCE },
  )
  .max(MAX_SIZES, { error: `At most ${MAX_SIZES} sizes.` })
  .refine(isEachSizeOnce, { error: SIZES_SENTENCE })

const ALTS_SENTENCE = 'Alternative texts are a JSON list such as ["The front"], at most one for each picture.'
const alts = z.array(alt, { error: ALTS_SENTENCE }).max(MAX_IMAGES, { error: ALTS_SENTENCE })

/** The written fields of the form that creates a product, as text; its pictures come beside them. */
export const NewProduct = z
  .strictObject({
    name,
    price: typedPrice(WORDINGS.products.priceNegative),
    discountedPrice: typedPrice(WORDINGS.products.discountOutOfRange).optional(),
    category: text(60, 'Please choose a category.'),
    description: description.default(''),
    stock: typedStock.optional(),
    sizes: jsonText(newSizes, SIZES_SENTENCE, MAX_JSON_ENTRIES).optional(),
    /** Of a product without sizes. */
    sku: sizeCodes.sku.optional(),
    barcode: sizeCodes.barcode.optional(),
    storagePlace: storagePlace.optional(),
    ...eachDetail((detail) => details[detail].optional()),
    /** A draft is not seen by shoppers, and needs no picture yet. */
    isDraft: z
      .enum(['true', 'false'])
      .transform((written) => written === 'true')
      .optional(),
    /** The alternative texts of the pictures, in their order; an empty one is made from the product's name. */
    alts: jsonText(alts, ALTS_SENTENCE, MAX_JSON_ENTRIES).optional(),
  })
  .refine(isDiscountInRange, discountOutOfRange)
  .refine(({ stock, sizes }) => stock !== undefined || (sizes?.length ?? 0) > 0, {
    error: ADMIN_WORDINGS.invalidStock,
    path: ['stock'],
  })
export type NewProduct = z.infer<typeof NewProduct>

const changedSizes = z
  .array(
    z.strictObject({
      /** Left out for a new size. */
      _id: soughtText(500).optional(),
      size: z.union([z.literal(''), text(40)]),
      stock: stockCount,
      /** The stock that the form was filled with; another one by now is a conflict. */
      was: z.number().int().optional(),
      /** Left out, they stay. */
      measurements: measurements.optional(),
      /** Left out, they stay; in place of null the shop makes one. */
      sku: sizeCodes.sku.nullable().optional(),
      barcode: sizeCodes.barcode.nullable().optional(),
      /** Left out, it stays; null takes it away. */
      storagePlace: storagePlace.nullable().optional(),
    }),
  )
  .min(1, { error: 'A product needs its stock.' })
  .max(MAX_SIZES, { error: `At most ${MAX_SIZES} sizes.` })
  .refine(isEachSizeOnce, { error: 'Each size stands once.' })
  .refine((sizes) => sizes.length === 1 || sizes.every(({ size }) => size !== ''), { error: 'Each size needs a name.' })

const changedPictures = z
  .array(
    z.strictObject({
      /** The present place of a stored picture, from 0. */
      kept: z.number().int().min(0).optional(),
      /** For a new picture instead: which of the uploaded files it is, from 0. */
      upload: z.number().int().min(0).optional(),
      alt,
    }),
  )
  .max(MAX_IMAGES, { error: TOO_MANY_IMAGES })

/** What changes of a product; what is left out stays, and null takes an optional field away. */
export const ProductChange = z.strictObject({
  /** The revision that the form was filled from. */
  revision: z.number().int(),
  name: name.optional(),
  description: description.optional(),
  /** A category's id. */
  category: soughtText(500).optional(),
  price: priceValue.optional(),
  discountedPrice: priceValue.nullable().optional(),
  ...eachDetail((detail) => details[detail].nullable().optional()),
  /** Takes the product off sale, or puts it there. */
  isDraft: z.boolean().optional(),
  /** All sizes in their order: one that is not named is taken away. */
  sizes: changedSizes.optional(),
  /** All pictures in their order, the cover first; a product on sale has at least one. */
  pictures: changedPictures.optional(),
})
export type ProductChange = z.infer<typeof ProductChange>

/** The form that changes a product: the change as JSON text, beside the new pictures. */
export const ProductChangeForm = z.strictObject({
  change: jsonText(ProductChange, 'The change could not be read.', MAX_JSON_ENTRIES),
})
