import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { beforeAll, expect, test } from 'vitest'

import {
  PICTURE_FOLDER,
  readDemoCatalogue,
  readDemoPicture,
  type DemoPicture,
  type DemoProduct,
} from '#demo/catalogue.ts'
import { priceGapAround } from '#contract/tax/gst-rules.ts'
import { OUTFIT_FOLDER, readDemoOutfits } from '#demo/outfits.ts'
import { checkPicture } from '#demo/check-picture.ts'
import { pictureHash } from '#server/media/stored-pictures.ts'

let products: DemoProduct[]
let pictures: DemoPicture[]
beforeAll(async () => {
  products = (await readDemoCatalogue()).flatMap((category) => category.products)
  pictures = products.flatMap((product) => product.pictures)
})

test('it has six categories with enough products for a featured row each', async () => {
  const categories = await readDemoCatalogue()
  expect(categories.map(({ name }) => name)).toEqual(['Shirts', 'T-Shirts', 'Pants', 'Jeans', 'Co-ords', 'Lowers'])
  expect(categories.map(({ slug }) => slug)).toEqual(['shirts', 't-shirts', 'pants', 'jeans', 'co-ords', 'lowers'])
  for (const category of categories) expect(category.products.length).toBeGreaterThanOrEqual(5)
})

test('no price lies between the two rates of tax', () => {
  const between = products.filter(({ pricePaise, discountedPricePaise }) =>
    priceGapAround(discountedPricePaise ?? pricePaise, '2026-11-22'),
  )
  expect(between.map(({ slug }) => slug)).toEqual([])
})

test('a product has everything, with prices in paise', () => {
  const poplin = products.find(({ slug }) => slug === 'meridian-poplin-shirt')
  expect(poplin).toMatchObject({
    name: 'Meridian Poplin Shirt',
    pricePaise: 179_900,
    discountedPricePaise: 149_900,
    colour: 'White',
    fit: 'Regular',
    hsn: '620520',
    origin: 'India',
  })
  expect(poplin?.sizes[0]).toEqual({
    size: 'S',
    stock: 22,
    measurements: { chest: 102, length: 74, shoulder: 43.5, sleeve: 63, collar: 38 },
  })
  expect(poplin?.pictures[1]).toMatchObject({
    file: 'meridian-poplin-shirt-2.webp',
    alt: 'Meridian Poplin Shirt in white, back view',
    width: 1200,
    height: 1500,
  })
})

test('only garments that differ in nothing but their colour are in one colour group', async () => {
  const patterns = new Map<string, Set<string>>()
  for (const category of await readDemoCatalogue()) {
    for (const { colourGroup, fit, sizes } of category.products) {
      if (colourGroup === null) continue
      const pattern = JSON.stringify([category.slug, fit, sizes.map(({ size, measurements }) => [size, measurements])])
      patterns.set(colourGroup, (patterns.get(colourGroup) ?? new Set()).add(pattern))
    }
  }
  expect([...patterns].map(([group, { size }]) => [group, size])).toEqual([['Drafting Chino', 1]])
})

test('slugs are unique and no product has more than five pictures', () => {
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length)
  for (const product of products) expect(product.pictures.length).toBeLessThanOrEqual(5)
})

test('every stock state of the shop can be seen', () => {
  const stocks = products.map(({ sizes }) => sizes.reduce((sum, { stock }) => sum + stock, 0))
  expect(stocks.some((stock) => stock === 0)).toBe(true)
  const sizes = products.flatMap((product) => product.sizes)
  expect(sizes.some(({ stock }) => stock > 0 && stock <= 10)).toBe(true)
  expect(sizes.some(({ stock }) => stock > 10)).toBe(true)
})

test('every picture in the folder belongs to a product, and the other way round', async () => {
  expect(pictures.map(({ file }) => file).toSorted()).toEqual((await readdir(PICTURE_FOLDER)).toSorted())
})

test('every outfit is there and wears products of the catalogue', async () => {
  const outfits = await readDemoOutfits()
  const slugs = new Set(products.map(({ slug }) => slug))
  expect(outfits.flatMap((outfit) => outfit.products).filter((slug) => !slugs.has(slug))).toEqual([])
  expect([...outfits.map(({ file }) => file), 'outfits.json'].toSorted()).toEqual(
    (await readdir(OUTFIT_FOLDER)).toSorted(),
  )
  for (const { file, picture } of outfits) {
    expect(pictureHash(await readFile(join(OUTFIT_FOLDER, file)))).toBe(picture.hash)
  }
})

test('every picture is still the one that was prepared', async () => {
  for (const { file, hash } of pictures) expect(pictureHash(await readDemoPicture(file))).toBe(hash)
})

test('the prepared facts are those that the pipeline finds', { timeout: 30_000 }, async () => {
  for (const { file, hash, width, height, thumbhash } of pictures.filter((_, index) => index % 48 === 0)) {
    const found = await checkPicture(await readDemoPicture(file))
    expect(found).toMatchObject({ hash, width, height })
    // Another processor may round the last bit of a colour differently.
    const [was, is] = [thumbhash, found.thumbhash].map((each) => thumbHashToAverageRGBA(Buffer.from(each, 'base64')))
    for (const part of ['r', 'g', 'b', 'a'] as const) expect(was?.[part]).toBeCloseTo(is?.[part] ?? -1, 1)
  }
})
