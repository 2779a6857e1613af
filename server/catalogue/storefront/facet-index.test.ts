import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/open.ts'

import { PRICE_RANGES } from '#contract/price-ranges.ts'
import { countRows, type Filters } from '#server/catalogue/storefront/list-queries.ts'
import { createFacetIndex, type FacetIndex } from '#server/catalogue/storefront/facet-index.ts'
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

const NARROWINGS = (): Filters[] => [
  {},
  { within: categoryIds[0] },
  { category: categoryIds[1], isInStock: true },
  { colour: 'Ink', lowestPaise: 50_000, highestPaise: 140_000 },
  { size: 'M' },
  { size: 'L', isInStock: true, colour: 'Rust' },
  { size: 'no such size', within: categoryIds[1] },
  { search: [['oxford']], isInStock: true },
  { search: [['oxford']], category: categoryIds[0], colour: 'Bone' },
]

/** Compares with the table, walked anew for each single choice. */
async function expectRight(mirror: FacetIndex): Promise<void> {
  const { db } = database
  for (const filters of NARROWINGS()) {
    const { categories, sizes, colours, prices, inStock } = await mirror.countFacets(filters)
    const counted = (choice: Filters) => countRows(db, { ...filters, ...choice })
    for (const { _id, count } of categories) expect(count).toBe(await counted({ category: _id }))
    for (const { value, count } of sizes) expect(count).toBe(await counted({ size: value }))
    for (const { value, count } of colours) expect(count).toBe(await counted({ colour: value }))
    for (const [index, [, to]] of PRICE_RANGES.entries()) {
      const above = PRICE_RANGES[index - 1]?.[1] ?? -1
      expect(prices[index]).toBe(await counted({ lowestPaise: above * 100 + 1, highestPaise: to * 100 }))
    }
    expect(inStock).toBe(await counted({ isInStock: true }))
    const named = new Set(sizes.map(({ value }) => value))
    for (const size of SIZES.filter((each) => !named.has(each))) expect(await counted({ size })).toBe(0)
    const narrowing = { ...filters, search: undefined }
    expect(await mirror.count(narrowing)).toBe(await countRows(db, narrowing))
  }
}

test('every choice counts what choosing it would leave', async () => {
  await expectRight(createFacetIndex(database.db))
})

test('a mirror that has read the shelf follows all that happens to it', async () => {
  const { db } = database
  const mirror = createFacetIndex(db)
  await mirror.count({})
  const [first = '', second = '', third = ''] = productIds.slice(1)
  await db.updateTable('products').set({ pricePaise: 50_000, colour: 'Ink' }).where('id', '=', first).execute()
  await db.updateTable('productSizes').set({ stock: 0 }).where('productId', '=', second).execute()
  await db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', third).execute()
  await addProduct(db, { categoryId: categoryIds[0] ?? '', colour: 'Moss' })
  await expectRight(mirror)
  expect((await mirror.countFacets({})).colours).toContainEqual({ value: 'Moss', count: 1 })

  await db.updateTable('products').set({ deletedAt: null }).where('id', '=', third).execute()
  await expectRight(mirror)
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
  const mirror = createFacetIndex(watched)
  await mirror.count({})
  expect(Math.max(...statements)).toBeGreaterThanOrEqual(40)
  statements.length = 0
  await db
    .updateTable('products')
    .set({ colour: 'Rust' })
    .where('id', '=', productIds[5] ?? '')
    .execute()
  await mirror.count({})
  expect(Math.max(...statements)).toBeLessThan(3)
})

test('what was restored from elsewhere is dated anew, once', async () => {
  const { db } = database
  await sql`alter table product_list disable trigger product_list_note_change`.execute(db)
  await sql`update product_list set changed_in = '900000000'`.execute(db)
  await sql`alter table product_list enable trigger product_list_note_change`.execute(db)
  await expectRight(createFacetIndex(db))
  const { rows } = await sql<{ late: number }>`
    select count(*) as late from product_list where changed_in > pg_current_xact_id()`.execute(db)
  expect(rows[0]?.late).toBe(0)
})

test('a shelf that cannot be written, for want of room on the disk, is read all the same', async () => {
  const { db } = database
  const counted = await db.transaction().execute(async (db) => {
    await sql`set transaction read only`.execute(db)
    return createFacetIndex(db).count({})
  })
  expect(counted).toBe(await countRows(db, {}))
})

test('many who count at once share a reading, and each sees what was there before it asked', async () => {
  const { db } = database
  let readings = 0
  const mirror = createFacetIndex(
    db.withPlugin({
      transformQuery({ node }) {
        readings += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const before = await mirror.count({})
  readings = 0
  const counts = Array.from({ length: 20 }, () => mirror.count({}))
  await addProduct(db, { categoryId: categoryIds[0] ?? '' })
  expect(await mirror.count({})).toBe(before + 1)
  await Promise.all(counts)
  expect(readings).toBeLessThan(5)
  readings = 0
  await Promise.all([mirror.count({}), mirror.count({ colour: 'Ink' })])
  expect(readings).toBe(1)
})
