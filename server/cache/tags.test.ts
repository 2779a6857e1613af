import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Tags } from '#server/cache/tags.ts'

import { IN_STOCK_ABOVE } from '#contract/catalogue/stock-label.ts'
import { insertProducts } from '#server/catalogue/admin/save-queries.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { newId } from '#server/db/new-id.ts'
import { holdStock, movePieces, setStocks } from '#server/inventory/queries.ts'
import { AVAILABILITY, availabilityTag, CATALOGUE, followTags, stockTag } from '#server/cache/tags.ts'
import { createTestDatabase } from '#test/database.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let database: OpenDatabase
let tags: Tags

beforeAll(async () => {
  database = await createTestDatabase()
  tags = await followTags(database)
})
afterAll(async () => {
  await tags.close()
  await database.close()
})

/** A product with this stock of each size, and whether its own page, a list's page and the filters are current. */
async function addCached(sizes: Record<string, number>) {
  const product = await addProduct(database.db, { sizes })
  const other = await addProduct(database.db, { stock: 5 })
  // On a server the announcement of the new product comes over another connection.
  await expect.poll(() => heardOf(database)).toBe(true)
  const sizeId = product.sizes[0]?.id ?? ''
  const isCurrentFor = since()
  return {
    id: product.id,
    lines: (quantity: number) => [{ productSizeId: sizeId, quantity }],
    sizeId,
    isAnswerCurrent: isCurrentFor([stockTag(product.id)]),
    isPageCurrent: isCurrentFor([availabilityTag(other.id), availabilityTag(product.id)]),
    isChoiceCurrent: isCurrentFor([AVAILABILITY]),
    isOtherCurrent: isCurrentFor([stockTag(other.id)]),
  }
}

/** For a response that is made now: tells later whether it is still current. */
function since() {
  const moment = tags.now()
  return (shown: readonly string[]) => () => tags.isCurrent([CATALOGUE, ...shown], moment)
}

/** Resolves once everything that was announced until now has arrived, because announcements arrive in order. */
async function heardOf({ listen, db }: OpenDatabase): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = await listen('echo', () => resolve())
  await db.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('echo'), eb.val('')]).as('told')).execute()
  await promise
  await stop()
  return true
}

test('if there is plenty, a hold outdates what shows the number and nothing else', async () => {
  const cached = await addCached({ M: 40, L: 3 })
  expect(await holdStock(database.db, { checkoutId: newId(), lines: cached.lines(2) })).toEqual([])
  await expect.poll(cached.isAnswerCurrent).toBe(false)
  await heardOf(database)
  expect([cached.isPageCurrent(), cached.isChoiceCurrent(), cached.isOtherCurrent()]).toEqual([true, true, true])
})

test('if a few are left, a hold outdates a page within a second', async () => {
  const cached = await addCached({ M: IN_STOCK_ABOVE + 1 })
  await holdStock(database.db, { checkoutId: newId(), lines: cached.lines(1) })
  await expect.poll(cached.isAnswerCurrent).toBe(false)
  const stop = startStopwatch()
  await expect.poll(cached.isPageCurrent).toBe(false)
  expect(stop()).toBeLessThan(1000)
  expect([cached.isChoiceCurrent(), cached.isOtherCurrent()]).toEqual([true, true])
})

test('a size that is sold out or comes back outdates pages and choices', async () => {
  const sold = await addCached({ M: 2, L: 30 })
  const checkoutId = newId()
  await holdStock(database.db, { checkoutId, lines: sold.lines(2) })
  await expect.poll(sold.isChoiceCurrent).toBe(false)
  expect([sold.isAnswerCurrent(), sold.isPageCurrent(), sold.isOtherCurrent()]).toEqual([false, false, true])

  const isChoiceCurrent = since()([AVAILABILITY])
  await movePieces(database.db, { checkoutId, from: ['held'], to: 'shelf', reason: 'release', actorId: null })
  await expect.poll(isChoiceCurrent).toBe(false)
})

test('any other change of the catalogue outdates everything', async () => {
  const cached = await addCached({ M: 40 })
  await database.db.updateTable('products').set({ pricePaise: 99_900 }).where('id', '=', cached.id).execute()
  await expect.poll(cached.isOtherCurrent).toBe(false)
  expect([cached.isAnswerCurrent(), cached.isPageCurrent(), cached.isChoiceCurrent()]).toEqual([false, false, false])
})

test('a change of the same number of pieces outdates nothing', async () => {
  const cached = await addCached({ M: 4 })
  await database.db.updateTable('productSizes').set({ stock: 4 }).where('id', '=', cached.sizeId).execute()
  await heardOf(database)
  expect([cached.isAnswerCurrent(), cached.isPageCurrent(), cached.isChoiceCurrent()]).toEqual([true, true, true])
})

test('what was begun before a change is outdated when it is finished after it', async () => {
  const { id, sizeId } = await addCached({ M: 40 })
  const isCurrentFor = since()
  await setStocks(database.db, [{ productSizeId: sizeId, to: 39 }], null)
  await heardOf(database)
  expect(isCurrentFor([stockTag(id)])()).toBe(false)
  expect(since()([stockTag(id)])()).toBe(true)
})

test('a change of more products than an announcement can name outdates everything', async () => {
  const { isOtherCurrent } = await addCached({ M: 4 })
  const { id: categoryId } = await addCategory(database.db, 'Many')
  const products = Array.from({ length: 400 }, () => ({
    id: newId(),
    categoryId,
    name: 'Vest',
    description: '',
    pricePaise: 100,
    discountedPricePaise: null,
    isDraft: false,
  }))
  const sizes = products.map(({ id }) => ({ id: newId(), productId: id, size: 'M', position: 0, stock: 50 }))
  await insertProducts(database.db, { products, sizes, pictures: [] }, null)
  await heardOf(database)
  const isCatalogueCurrent = since()([])
  expect(isOtherCurrent()).toBe(false)
  await database.db.updateTable('productSizes').set({ stock: 7 }).execute()
  await expect.poll(isCatalogueCurrent).toBe(false)
})
