import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { CollectionInput, CollectionRule } from '#contract/catalogue/collections/collections.ts'
import type { SaleInput } from '#contract/catalogue/sales/sales.ts'

import { paidPrice } from '#contract/units/money.ts'
import { DAY_MS } from '#contract/units/time-units.ts'
import { keepSalePrices, lookAtPrices } from '#server/catalogue/sales/keep-sale-prices.ts'
import { addCategory, addProduct, saleInput } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

const HOUR_MS = 3_600_000

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
/** No sale outlives its test: each would count in the next one. */
afterEach(async () => {
  await sql`delete from sales`.execute(shop.db)
  await lookAtPrices(shop.db)
})
afterAll(() => shop.close())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const paid = async (id: string) => paidPrice(await shop.visitor().api.getProduct(id))
const create = async (changes: Partial<SaleInput>) => (await admin.api.createSale(saleInput(changes))).sale

let count = 0
const input = (change: Partial<CollectionInput>): CollectionInput => ({
  title: `Collection ${(count += 1)}`,
  text: '',
  picture: '',
  pictureWords: '',
  rule: null,
  products: [],
  order: 'name',
  isHidden: false,
  ...change,
})
const collect = async (change: Partial<CollectionInput>) => (await admin.api.createCollection(input(change))).collection

/**
 * Two products at ₹1,000 and ₹2,000 in a category of their own, and a collection by a rule that both meet by their
 * category.
 */
async function collectionBy(rule: CollectionRule = {}) {
  const { id } = await addCategory(shop.db)
  const cheap = await addProduct(shop.db, { categoryId: id, pricePaise: 100_000, colour: 'Navy' })
  const dear = await addProduct(shop.db, { categoryId: id, pricePaise: 200_000, colour: 'Rust' })
  const collection = await collect({ rule: { categories: [id], ...rule } })
  return { collection, cheap: cheap.id, dear: dear.id, categoryId: id }
}

test('a sale of a collection reduces what is in it at each moment, whether chosen by hand or by a rule', async () => {
  const { collection, cheap, dear } = await collectionBy({ maxPrice: 1500 })
  const single = await addProduct(shop.db, { pricePaise: 300_000 })
  const byHand = await collect({ products: [single.id], isHidden: true })
  const sale = await create({ collections: [collection._id, byHand._id, byHand._id] })
  expect(sale).toMatchObject({ reduced: 2, collections: [{ name: collection.title }, { name: byHand.title }] })
  expect([await paid(cheap), await paid(dear), await paid(single.id)]).toEqual([800, 2000, 2400])

  await admin.api.updatePrice(dear, { price: 1500 })
  await admin.api.updatePrice(cheap, { price: 1600 })
  expect([await paid(cheap), await paid(dear)]).toEqual([1600, 1200])

  const change = { ...input({ title: byHand.title, products: [cheap] }), revision: byHand.revision }
  await admin.api.editCollection(byHand._id, change)
  expect([await paid(cheap), await paid(single.id)]).toEqual([1280, 3000])
  await admin.api.deleteCollection(byHand._id)
  expect(await paid(cheap)).toBe(1600)
  await admin.api.restoreCollection(byHand._id)
  expect(await paid(cheap)).toBe(1280)
  expect((await admin.api.listSales()).items[0]?.collections).toHaveLength(2)
})

test('a rule is met at the prices that stand without sales, so that no price goes to and fro', async () => {
  const { collection, cheap, dear, categoryId } = await collectionBy({ minPrice: 1500 })
  const reduced = await collect({ rule: { categories: [categoryId], isReduced: true } })
  await create({ collections: [collection._id], percent: 50 })
  await create({ collections: [reduced._id], percent: 90 })
  for (let look = 0; look < 3; look += 1) {
    await lookAtPrices(shop.db)
    expect([await paid(cheap), await paid(dear)]).toEqual([1000, 1000])
  }
  await admin.api.updatePrice(cheap, { price: 1000, discountedPrice: 900 })
  expect(await paid(cheap)).toBe(100)
})

test('a sale of a collection turns with stock, time and colours, though nobody saves a product', async () => {
  const { collection, cheap, dear } = await collectionBy({ isInStock: true })
  const fresh = await collectionBy({ newDays: 30 })
  const blue = await collectionBy({ colours: ['Blue'] })
  const ending = new AbortController()
  const keeping = keepSalePrices(shop.shop, ending.signal)
  await create({ collections: [collection._id, fresh.collection._id, blue.collection._id] })
  expect([await paid(cheap), await paid(dear)]).toEqual([800, 1600])
  await admin.api.setStock(cheap, 0)
  await expect.poll(() => paid(cheap)).toBe(1000)
  await admin.api.setStock(cheap, 1)
  await expect.poll(() => paid(cheap)).toBe(800)

  const paidAlmostOver = async () => {
    const leaves = new Date(Date.now() - 30 * DAY_MS + 1500)
    await sql`update products set created_at = ${leaves} where id = ${fresh.cheap}`.execute(shop.db)
    await lookAtPrices(shop.db)
    // A change of the sale lets the process look, and see the product that leaves next.
    await create({ title: 'Other', products: [dear], percent: 1 })
    return paid(fresh.cheap)
  }
  // On a busy machine it may have left before it was looked at.
  await expect.poll(paidAlmostOver).toBe(800)
  await expect.poll(() => paid(fresh.cheap)).toBe(1000)

  expect([await paid(blue.cheap), await paid(blue.dear)]).toEqual([800, 2000])
  await admin.api.changeSearchSettings({ colourFamilies: { Rust: 'Blue', Navy: 'Grey' } })
  expect([await paid(blue.cheap), await paid(blue.dear)]).toEqual([1000, 1600])
  ending.abort()
  await keeping
})

test('the preview, the shop of a day to come and other sales know what a collection will have', async () => {
  const { collection, cheap, dear, categoryId } = await collectionBy({ newDays: 2 })
  const terms = { collections: [collection._id], startsAt: inHours(24), endsAt: inHours(100) }
  const preview = await admin.api.previewSale(saleInput(terms))
  expect(preview).toMatchObject({ products: 2, reduced: 2, rows: [{ after: 800 }, { after: 1600 }] })
  expect(await admin.api.previewSale(saleInput({ ...terms, startsAt: inHours(72) }))).toMatchObject({ products: 0 })

  const sale = await create(terms)
  const other = saleInput({ products: [dear], percent: 10, startsAt: inHours(25), endsAt: inHours(26) })
  const { conflicts } = await admin.api.previewSale(other)
  expect(conflicts).toMatchObject([{ _id: sale._id, products: 1, better: 1 }])
  expect(paidPrice(await admin.api.getProductAt(cheap, inHours(30)))).toBe(800)
  expect(paidPrice(await admin.api.getProductAt(cheap, inHours(50)))).toBe(1000)
  const category = await shop.db.selectFrom('categories').select('slug').where('id', '=', categoryId).executeTakeFirst()
  const { products } = await admin.api.listProductsAt({ at: inHours(30), category: category?.slug })
  expect(products.map(paidPrice).toSorted((a, b) => a - b)).toEqual([800, 1600])
  expect(await paid(cheap)).toBe(1000)
})
