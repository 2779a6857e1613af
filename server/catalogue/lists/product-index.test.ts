import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { PRICE_RANGES } from '#contract/catalogue/lists/price-ranges.ts'
import { countFacets, matches, type Filters } from '#server/catalogue/search/filters.ts'
import { createProductIndex } from '#server/catalogue/lists/product-index.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import { findProducts } from '#server/catalogue/search/search.ts'
import { parseSearch } from '#server/catalogue/search/parse-search.ts'
import { countInTable, type TableFilters } from '#test/count-products.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { createTestDatabase } from '#test/database.ts'

const SIZES = ['S', 'M', 'L', '28']
const COLOURS = ['Ink', 'Bone', 'Rust']
const PRICES = [40_000, 50_000, 50_050, 99_900, 140_000, 3_000_000, 3_000_100]

let database: OpenDatabase
let categoryIds: string[]
let productIds: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  categoryIds = [(await addCategory(db)).id, (await addCategory(db)).id]
  productIds = []
  for (let index = 0; index < 40; index += 1) {
    const product = await addProduct(db, {
      name: index % 3 === 0 ? `Oxford ${index}` : `Linen ${index}`,
      categoryId: categoryIds[index % 2] ?? '',
      pricePaise: PRICES[index % PRICES.length] ?? 0,
      colour: index % 4 === 0 ? null : (COLOURS[index % 3] ?? null),
      ...(index % 5 === 0
        ? { stock: index % 2 }
        : { sizes: Object.fromEntries(SIZES.slice(index % 4).map((size, place) => [size, (index + place) % 3])) }),
    })
    productIds.push(product.id)
  }
})
afterAll(() => database.close())

const NARROWINGS = (): TableFilters[] => [
  {},
  { within: categoryIds[0] },
  { category: categoryIds[1], isInStock: true },
  { colour: 'Ink', lowestPaise: 50_000, highestPaise: 140_000 },
  { size: 'M' },
  { size: 'L', isInStock: true, colour: 'Rust' },
  { size: 'no such size', within: categoryIds[1] },
  { search: ['oxford'], isInStock: true },
  { search: ['oxford'], category: categoryIds[0], colour: 'Bone' },
]

const oneOf = (value: string | undefined) => (value === undefined ? undefined : new Set([value.toLowerCase()]))

function filtersOf({ within, category, size, colour, lowestPaise, highestPaise, isInStock }: TableFilters): Filters {
  const bounds = { lowestPaise, highestPaise, isInStock }
  return { within, categories: oneOf(category), sizes: oneOf(size), colours: oneOf(colour), ...bounds }
}

/** The products that a search finds, of all there are, and those of them that the other filters let through. */
async function read(index: ProductIndex, filters: TableFilters = {}) {
  const listing = await index.read()
  const search = filters.search && parseSearch(listing, filters.search.join(' '), true)
  const candidates = search ? findProducts(listing, search, 'name') : listing.inOrder('name')
  const narrowed = candidates.filter((listed) => matches(listed, filtersOf(filters)))
  return {
    ...countFacets(candidates, filtersOf(filters), { categories: listing.categories, collections: [] }),
    total: narrowed.length,
  }
}

/** Compares with the table, walked anew for each single choice. */
async function expectRight(index: ProductIndex): Promise<void> {
  const { db } = database
  for (const filters of NARROWINGS()) {
    const { categories, sizes, colours, prices, inStock, withSoldOut, total } = await read(index, filters)
    const counted = (choice: TableFilters) => countInTable(db, { ...filters, ...choice })
    for (const { _id, count } of categories) expect(count).toBe(await counted({ category: _id }))
    for (const { value, count } of sizes) expect(count).toBe(await counted({ size: value }))
    for (const { value, count } of colours) expect(count).toBe(await counted({ colour: value }))
    for (const [place, [, to]] of PRICE_RANGES.entries()) {
      const above = PRICE_RANGES[place - 1]?.[1] ?? -1
      expect(prices[place]).toBe(await counted({ lowestPaise: above * 100 + 1, highestPaise: to * 100 }))
    }
    expect(inStock).toBe(await counted({ isInStock: true }))
    expect(withSoldOut).toBe(await counted({ isInStock: undefined }))
    const named = new Set(sizes.map(({ value }) => value))
    for (const size of SIZES.filter((each) => !named.has(each))) expect(await counted({ size })).toBe(0)
    expect(total).toBe(await countInTable(db, filters))
  }
}

test('every choice counts what choosing it would leave', async () => {
  await expectRight(createProductIndex(database.db))
})

test('an index that has been read follows all that happens to the products', async () => {
  const { db } = database
  const index = createProductIndex(db)
  await index.read()
  const [first = '', second = '', third = ''] = productIds.slice(1)
  await db.updateTable('products').set({ pricePaise: 50_000, colour: 'Ink' }).where('id', '=', first).execute()
  await db.updateTable('productSizes').set({ stock: 0 }).where('productId', '=', second).execute()
  await db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', third).execute()
  await addProduct(db, { categoryId: categoryIds[0] ?? '', colour: 'Moss' })
  await expectRight(index)
  expect((await read(index)).colours).toContainEqual({ value: 'Moss', count: 1 })

  await db.updateTable('products').set({ deletedAt: null }).where('id', '=', third).execute()
  await expectRight(index)
})

test('whatever a list shows of a product is as the database has it', async () => {
  const { db } = database
  const index = createProductIndex(db)
  const [id = ''] = productIds
  const shown = async () => (await index.read()).inOrder('name').find(({ product }) => product._id === id)
  const before = await shown()
  await db.updateTable('productSizes').set({ stock: 41 }).where('productId', '=', id).execute()
  expect((await shown())?.product.stock).toBe(41)
  expect((await shown())?.stems).toBe(before?.stems)
  await db
    .updateTable('products')
    .set({ name: 'OXFORD 0', description: 'Cut anew.', pricePaise: 99_900, discountedPricePaise: 40_000 })
    .where('id', '=', id)
    .execute()
  const product = { name: 'OXFORD 0', description: 'Cut anew.', price: 999, discountedPrice: 400 }
  expect(await shown()).toMatchObject({ product, paidPaise: 40_000, text: expect.stringContaining('cut anew.') })
  const picture = { productId: id, pictureHash: 'c0ffee'.repeat(8), width: 4, height: 5 }
  await db
    .insertInto('productImages')
    .values({ ...picture, position: 0, alt: 'In front' })
    .execute()
  expect((await shown())?.product.pictures).toMatchObject([{ alt: 'In front' }])
  await db.updateTable('productImages').set({ alt: 'Behind' }).where('productId', '=', id).execute()
  expect((await shown())?.product.pictures).toMatchObject([{ alt: 'Behind' }])
  await db.deleteFrom('productImages').where('productId', '=', id).execute()
  expect((await shown())?.product.pictures).toStrictEqual([])
  const categoryId = categoryIds[0] ?? ''
  await db.updateTable('categories').set({ name: 'Fine Shirts' }).where('id', '=', categoryId).execute()
  expect((await shown())?.product.category.name).toBe('Fine Shirts')
  expect((await index.read()).categories).toContainEqual(expect.objectContaining({ name: 'Fine Shirts' }))
})

test('names stand in the order of the database, whatever they are written in', async () => {
  const { db } = database
  for (const name of [
    'zebra',
    'Éclair',
    'éclair',
    '\u{1F455} tee',
    '\uFF21wide',
    'ßtraße',
    '10',
    '2',
    '練習',
    '_',
    '',
  ]) {
    await addProduct(db, { name, categoryId: categoryIds[0] ?? '' })
  }
  const { rows } = await sql<{
    productId: string
  }>`select product_id from product_list order by sort_name, product_id`.execute(db)
  const listing = await createProductIndex(db).read()
  expect(listing.inOrder('name').map(({ product }) => product._id)).toStrictEqual(
    rows.map(({ productId }) => productId),
  )
})

test('it reads no more than what has changed', async () => {
  const { db } = database
  const statements: number[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements.push(result.rows.length)
      return result
    },
  })
  const index = createProductIndex(watched)
  await index.read()
  expect(Math.max(...statements)).toBeGreaterThanOrEqual(40)
  statements.length = 0
  await db
    .updateTable('products')
    .set({ colour: 'Rust' })
    .where('id', '=', productIds[5] ?? '')
    .execute()
  await index.read()
  expect(Math.max(...statements)).toBeLessThan(3)
})

test('what was restored from elsewhere is dated anew, once', async () => {
  const { db } = database
  await sql`alter table product_list disable trigger product_list_note_change`.execute(db)
  await sql`update product_list set changed_in = '900000000'`.execute(db)
  await sql`alter table product_list enable trigger product_list_note_change`.execute(db)
  await expectRight(createProductIndex(db))
  const { rows } = await sql<{ late: number }>`
    select count(*) as late from product_list where changed_in > pg_current_xact_id()`.execute(db)
  expect(rows[0]?.late).toBe(0)
})

test('a database that cannot be written, for want of room on the disk, is read all the same', async () => {
  const { db } = database
  const counted = await db.transaction().execute(async (db) => {
    await sql`set transaction read only`.execute(db)
    return (await read(createProductIndex(db))).total
  })
  expect(counted).toBe(await countInTable(db, {}))
})

test('many who ask at once share a reading, and each sees what was there before it asked', async () => {
  const { db } = database
  let readings = 0
  const index = createProductIndex(
    db.withPlugin({
      transformQuery({ node }) {
        readings += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const before = (await read(index)).total
  readings = 0
  const answers = Array.from({ length: 20 }, () => index.read())
  await addProduct(db, { categoryId: categoryIds[0] ?? '' })
  expect((await read(index)).total).toBe(before + 1)
  await Promise.all(answers)
  expect(readings).toBeLessThan(5)
  readings = 0
  await Promise.all([index.read(), index.read()])
  expect(readings).toBe(1)
})

test('a size is found from the moment a product has it, among the first twenty words', async () => {
  const { db } = database
  const index = createProductIndex(db)
  const sizesIn = async (text: string) => [...(parseSearch(await index.read(), text, false)?.sizes ?? [])]
  expect(await sizesIn('oxford 44')).toEqual([])
  await addProduct(db, { name: 'Oxford 99', sizes: { 44: 1 } })
  expect(await sizesIn('oxford 44')).toEqual(['44'])
  const words = Array.from({ length: 20 }, (_, place) => `word${place}`).join(' ')
  expect(await sizesIn(`44 ${words}`)).toEqual(['44'])
  expect(await sizesIn(`${words} 44`)).toEqual([])
})
