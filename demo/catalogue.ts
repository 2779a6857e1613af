import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import type { DetailDefaults } from '#contract/catalogue/product-fields.ts'

import { paiseFromRupees } from '#contract/units/money.ts'

const FOLDER = import.meta.dirname
export const PICTURE_FOLDER = join(FOLDER, 'images')
/** What the picture pipeline found out about each file, written by `prepare-pictures.ts`. */
export const PICTURE_FACTS_FILE = join(FOLDER, 'pictures.json')

const filledText = z.string().trim().min(1)
const slugText = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const paise = z.int().positive().transform(paiseFromRupees)

const ProductEntry = z
  .strictObject({
    name: filledText,
    slug: slugText,
    description: filledText,
    price: paise,
    discountedPrice: paise.optional(),
    colour: filledText,
    colourGroup: filledText.nullable().default(null),
    fabric: filledText,
    fit: filledText,
    care: filledText,
    hsn: z.string().regex(/^\d{6}$/),
    origin: filledText,
    sizes: z
      .array(
        z.strictObject({
          size: filledText,
          stock: z.int().nonnegative(),
          measurements: z.record(z.string(), z.number().positive()),
        }),
      )
      .min(1),
    images: z.array(z.string().regex(/^[a-z0-9-]+\.webp$/)).min(1),
    alts: z.array(filledText),
  })
  .refine(({ images, alts }) => images.length === alts.length, { error: 'Every picture needs its alternative text.' })
  .refine(({ price, discountedPrice = 0 }) => discountedPrice < price, { error: 'A discount lowers the price.' })
const CategoryEntry = z.strictObject({
  name: filledText,
  slug: slugText,
  /** The details of all its products. */
  defaults: z.strictObject({ pieces: z.string().regex(/^[1-9]$/), maker: filledText, makerAddress: filledText }),
  products: z.array(ProductEntry),
})

export type PictureFacts = z.infer<typeof PictureFacts>
const PictureFacts = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int().positive(),
  height: z.int().positive(),
  thumbhash: z.base64(),
})
const FactsByFile = z.record(z.string(), PictureFacts)

type ProductEntry = z.infer<typeof ProductEntry>
type FactsByFile = z.infer<typeof FactsByFile>

export interface DemoPicture extends PictureFacts {
  file: string
  alt: string
}

export interface DemoProduct extends Omit<ProductEntry, 'price' | 'discountedPrice' | 'images' | 'alts'> {
  pricePaise: number
  discountedPricePaise?: number
  /** The cover first. */
  pictures: DemoPicture[]
}

export interface DemoCategory {
  name: string
  slug: string
  defaults: DetailDefaults
  products: DemoProduct[]
}

/** The demo catalogue in the order in which it is shown. Throws where a file is faulty or a picture is not prepared. */
export async function readDemoCatalogue(): Promise<DemoCategory[]> {
  const [categories, facts] = await Promise.all([
    readJson(join(FOLDER, 'catalogue.json'), z.array(CategoryEntry)),
    readPictureFacts(),
  ])
  return categories.map(({ products, ...category }) => ({
    ...category,
    products: products.map((entry) => presentProduct(entry, facts)),
  }))
}

/** What the picture pipeline found out about each file, by its name. */
export const readPictureFacts = (): Promise<FactsByFile> => readJson(PICTURE_FACTS_FILE, FactsByFile)

/** The bytes of a picture of the catalogue: a master of the shop, ready to be stored. */
export function readDemoPicture(file: string): Promise<Buffer> {
  return readFile(join(PICTURE_FOLDER, file))
}

function presentProduct(
  { price, discountedPrice, images, alts, ...entry }: ProductEntry,
  facts: FactsByFile,
): DemoProduct {
  const pictures = images.map((file, index) => {
    const known = facts[file]
    if (!known) throw new Error(`${file} is not prepared: run node demo/prepare-pictures.ts.`)
    return { file, alt: alts[index] ?? '', ...known }
  })
  return {
    ...entry,
    pricePaise: price,
    ...(discountedPrice !== undefined && { discountedPricePaise: discountedPrice }),
    pictures,
  }
}

async function readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  return schema.parse(JSON.parse(await readFile(path, 'utf8')))
}
