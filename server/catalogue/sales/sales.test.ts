import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { SaleInput } from '#contract/catalogue/sales/sales.ts'

import { paidPrice } from '#contract/units/money.ts'
import { lookAtPrices } from '#server/catalogue/sales/keep-sale-prices.ts'
import { addCategory, addProduct, saleInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

const HOUR_MS = 3_600_000

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const get = (id: string) => shop.visitor().api.getProduct(id)
const create = async (changes: Partial<SaleInput> = {}) => (await admin.api.createSale(saleInput(changes))).sale

/** A category with these prices in rupees, each a product. */
async function categoryOf(...prices: readonly (number | readonly [price: number, discounted: number])[]) {
  const { id, slug } = await addCategory(shop.db)
  const products = []
  for (const each of prices) {
    const [price, discounted] = typeof each === 'number' ? [each, undefined] : each
    const paise = { pricePaise: price * 100, discountedPricePaise: discounted === undefined ? null : discounted * 100 }
    products.push(await addProduct(shop.db, { categoryId: id, ...paise }))
  }
  return { id, slug, products, first: products[0]!.id }
}

/** Moves a sale in time, by the database's clock, and lets what is due turn, as the job does at the moment. */
async function moveTo(saleId: string, startsInHours: number, endsInHours: number): Promise<void> {
  await sql`
    update sales set starts_at = now() + ${startsInHours}::int * interval '1 hour',
      ends_at = now() + ${endsInHours}::int * interval '1 hour' where id = ${saleId}`.execute(shop.db)
  await lookAtPrices(shop.db)
}

/** Prices in rupees as each part of the shop has them. */
async function pricesEverywhere(productId: string, categoryId: string) {
  const { api } = shop.visitor()
  const { slug } = await shop.db
    .selectFrom('categories')
    .select('slug')
    .where('id', '=', categoryId)
    .executeTakeFirstOrThrow()
  const { products } = await api.listProducts({ category: categoryId, facets: 'true' })
  const { products: ofCategory } = await api.listCategoryProducts(slug)
  const buyer = await signedIn(shop)
  await fillCart(buyer, productId)
  const feed = await (await fetch(`${shop.origin}/feeds/google.xml`)).text()
  const item = feed.split('<item>').find((one) => one.includes(productId)) ?? ''
  const paid = paidPrice
  return {
    product: paid(await api.getProduct(productId)),
    list: paid(products.find(({ _id }) => _id === productId)!),
    category: paid(ofCategory.find(({ _id }) => _id === productId)!),
    cart: (await buyer.api.getCart()).finalprice,
    feed: Number((/<g:sale_price>([\d.]+)/.exec(item) ?? /<g:price>([\d.]+)/.exec(item))?.[1]),
  }
}
const everywhere = (price: number) => ({ product: price, list: price, category: price, cart: price, feed: price })

test('a sale is in force everywhere from its moment until its end, and leaves what the owner set', async () => {
  const { id, first } = await categoryOf(1_000)
  const sale = await create({ categories: [id], startsAt: inHours(5), endsAt: inHours(6) })
  expect(sale).toMatchObject({ state: 'coming', reduced: 0 })
  expect(await pricesEverywhere(first, id)).toEqual(everywhere(1_000))
  await moveTo(sale._id, -1, 1)
  expect(await pricesEverywhere(first, id)).toEqual(everywhere(800))
  expect(await get(first)).toMatchObject({ price: 1_000, discountedPrice: 800, revision: 1 })
  expect(await admin.api.getSale(sale._id)).toMatchObject({ state: 'running', reduced: 1 })
  await moveTo(sale._id, -2, 0)
  expect(await pricesEverywhere(first, id)).toEqual(everywhere(1_000))
  expect(await get(first)).not.toHaveProperty('discountedPrice')
  expect(await admin.api.getSale(sale._id)).toMatchObject({ state: 'ended', reduced: 0 })
})

test('prices turn by themselves at the moment, and back', async () => {
  const own = await startShop({ hasJobs: true })
  try {
    const { api } = await own.admin()
    const product = await addProduct(own.db, { pricePaise: 100_000 })
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const input = saleInput({ products: [product.id], startsAt: inMs(700) })
    const { sale } = await api.createSale(input)
    const paid = async () => (await own.visitor().api.getProduct(product.id)).discountedPrice
    await expect.poll(paid, { interval: 20, timeout: 20_000 }).toBe(800)
    // Only now does it get an end: on a busy machine a second is over before anybody has looked.
    await api.editSale(sale._id, { ...input, endsAt: inMs(2000), revision: sale.revision })
    await expect.poll(paid, { interval: 20, timeout: 20_000 }).toBeUndefined()
    const told = () =>
      own.db
        .selectFrom('auditLog')
        .select(['action', 'actorId'])
        .where('subjectId', '=', sale._id)
        .where('action', '<>', 'edit sale')
        .orderBy('id')
        .execute()
    expect((await told()).slice(1)).toEqual([
      { action: 'begin sale', actorId: null },
      { action: 'end sale', actorId: null },
    ])
  } finally {
    await own.close()
  }
})

test('a reduction is rounded down as the owner says, and never to nothing', async () => {
  const cases = [
    ['none', 1_299, 1_039.2],
    ['rupee', 1_299, 1_039],
    ['ends in 9', 1_299, 1_039],
    ['ends in 99', 1_299, 999],
    ['ends in 49 or 99', 1_299, 999],
    ['ends in 49 or 99', 1_320, 1_049],
    ['ends in 95', 1_299, 995],
    ['ends in 00', 1_299, 1_000],
    ['ends in 99', 100, 80],
  ] as const
  for (const [rounding, price, reduced] of cases) {
    const { id, first } = await categoryOf(price)
    await create({ categories: [id], rounding })
    expect([rounding, price, (await get(first)).discountedPrice]).toEqual([rounding, price, reduced])
  }
  const { id, products } = await categoryOf(100, 101)
  await create({ categories: [id], amount: 100 })
  expect(await get(products[0]!.id)).not.toHaveProperty('discountedPrice')
  expect(await get(products[1]!.id)).toMatchObject({ discountedPrice: 1 })
})

test('a price is never lifted: what is as cheap or cheaper already stays as it is', async () => {
  const { id, products } = await categoryOf([1_000, 750], [1_000, 800], [1_000, 900])
  await create({ categories: [id] })
  const paid = await Promise.all(products.map(async (each) => (await get(each.id)).discountedPrice))
  expect(paid).toEqual([750, 800, 800])
})

test('of two sales on one product the better one counts, and the other goes on when it ends', async () => {
  const { id, first } = await categoryOf(1_000)
  const long = await create({ title: 'Long', categories: [id], percent: 10 })
  const short = await create({ title: 'Short', products: [first], percent: 30 })
  expect(await get(first)).toMatchObject({ discountedPrice: 700 })
  expect(await admin.api.getEditableProduct(first)).toMatchObject({
    sale: { _id: short._id, title: 'Short', price: 700 },
  })
  await moveTo(short._id, -2, 0)
  expect(await get(first)).toMatchObject({ discountedPrice: 900 })
  await admin.api.stopSale(long._id, true)
  expect(await get(first)).not.toHaveProperty('discountedPrice')
})

test('a preview shows the new prices, what stays, the sales beside it and the gap between two tax rates', async () => {
  await setSettings(shop, { taxRegistration: 'regular' })
  const { id, products } = await categoryOf(1_000, [1_000, 700], 50, 3_500)
  const [plain, , cheap, dear] = products
  const other = await create({
    title: 'Other',
    categories: [id],
    percent: 30,
    startsAt: inHours(3),
    endsAt: inHours(5),
  })
  const draft = { title: 'Amount', categories: [id], amount: 600, startsAt: inHours(4), endsAt: inHours(8) }
  const preview = await admin.api.previewSale(saleInput(draft))
  expect(preview).toMatchObject({ products: 4, reduced: 2, kept: 1, free: 1 })
  expect(preview.rows.find(({ _id }) => _id === plain!.id)).toEqual({
    _id: plain!.id,
    name: plain!.name,
    before: 700,
    after: 400,
  })
  expect(preview.rows.find(({ _id }) => _id === cheap!.id)).toMatchObject({
    before: 35,
    after: 35,
    note: 'Nothing would be left to pay, so it keeps its price.',
  })
  expect(preview.conflicts).toMatchObject([{ _id: other._id, title: 'Other', products: 4, better: 2 }])
  expect(preview.warning).toBeUndefined()
  await admin.api.stopSale(other._id, true)
  const { warning, conflicts } = await admin.api.previewSale(saleInput(draft))
  expect(conflicts).toEqual([])
  expect(warning).toBe(
    `With this sale these cost more than ₹2,625 and at most ₹2,950: ${dear!.name}. Taxed at the higher rate, that leaves you less than ₹2,625 does. Let it come to ₹2,625 or ₹2,951.`,
  )
  expect(await admin.api.createSale(saleInput(draft))).toMatchObject({ warning })
  await setSettings(shop, { taxRegistration: 'none' })
})

test('an edit of the price during a sale changes what the owner set, and the sale reduces that', async () => {
  const { id, first } = await categoryOf(1_000)
  const sale = await create({ categories: [id] })
  await admin.api.updatePrice(first, { price: 2_000, discountedPrice: 1_900 })
  expect(await get(first)).toMatchObject({ price: 2_000, discountedPrice: 1_600 })
  expect(await admin.api.getEditableProduct(first)).toMatchObject({
    price: 2_000,
    discountedPrice: 1_900,
    sale: { _id: sale._id, title: 'Festival', price: 1_600 },
  })
  const sheet = await (await admin.fetch(`/api/admin/products/export?category=${id}`)).text()
  expect(sheet).toContain('2000')
  expect(sheet).toContain('1900')
  expect(sheet).not.toContain('1600')
  const { results } = await admin.api.changeProducts({ action: 'discount', ids: [first], percent: 50 })
  expect(results).toMatchObject([{ before: { discountedPrice: 1_900 }, after: { discountedPrice: 1_000 } }])
  expect(await get(first)).toMatchObject({ discountedPrice: 1_000 })
  expect(await admin.api.getEditableProduct(first)).not.toHaveProperty('sale')
  const { entries } = await admin.api.listAudit({ area: 'product' })
  await admin.api.undoPrices(entries[0]!._id)
  expect(await get(first)).toMatchObject({ price: 2_000, discountedPrice: 1_600 })
})

test('what comes into a category comes into its sale, and what leaves it leaves the sale', async () => {
  const { id } = await categoryOf(500)
  const outside = await addProduct(shop.db, { pricePaise: 100_000 })
  await create({ categories: [id] })
  await admin.api.changeProducts({ action: 'move', ids: [outside.id], category: id })
  expect(await get(outside.id)).toMatchObject({ discountedPrice: 800 })
  await admin.api.changeProducts({ action: 'move', ids: [outside.id], category: outside.categoryId })
  expect(await get(outside.id)).not.toHaveProperty('discountedPrice')
})

test('a product that is deleted leaves its sale and comes back into it when it is restored', async () => {
  const product = await addProduct(shop.db, { pricePaise: 100_000 })
  const sale = await create({ products: [product.id] })
  await admin.api.deleteProduct(product.id)
  expect(await admin.api.getSale(sale._id)).toMatchObject({ reduced: 0, products: [{ _id: product.id }] })
  const {
    _id: _i,
    state: _s,
    reduced: _r,
    products,
    categories,
    collections: _c,
    ...terms
  } = await admin.api.getSale(sale._id)
  const ids = { products: products.map(({ _id }) => _id), categories: categories.map(({ _id }) => _id) }
  await admin.api.editSale(sale._id, { ...terms, ...ids, percent: 30 })
  await admin.api.restoreProduct(product.id)
  expect(await get(product.id)).toMatchObject({ discountedPrice: 700 })
})

test('a sale that is changed while it runs turns prices at once; of two who change it the later one is told', async () => {
  const { id, products } = await categoryOf(1_000, 2_000)
  const sale = await create({ categories: [id] })
  const change = { ...saleInput({ products: [products[1]!.id], percent: 50 }), revision: sale.revision }
  await admin.api.editSale(sale._id, change)
  expect(await get(products[0]!.id)).not.toHaveProperty('discountedPrice')
  expect(await get(products[1]!.id)).toMatchObject({ discountedPrice: 1_000 })
  await expect(admin.api.editSale(sale._id, change)).rejects.toMatchObject({
    status: 409,
    message: 'Somebody else has changed this sale meanwhile. Please look at it again.',
  })
})

test('a sale is stopped before its end and resumed, with rows in the audit log', async () => {
  const { id, first } = await categoryOf(1_000)
  const sale = await create({ categories: [id] })
  expect(await admin.api.stopSale(sale._id, true)).toMatchObject({
    message: 'Sale stopped.',
    sale: { state: 'stopped' },
  })
  await admin.api.stopSale(sale._id, true)
  expect(await get(first)).not.toHaveProperty('discountedPrice')
  expect(await admin.api.stopSale(sale._id, false)).toMatchObject({ sale: { state: 'running', reduced: 1 } })
  expect(await get(first)).toMatchObject({ discountedPrice: 800 })
  await moveTo(sale._id, -2, 0)
  await expect(admin.api.stopSale(sale._id, true)).rejects.toMatchObject({ status: 409, message: 'This sale is over.' })
  const { rows } = await sql<{ action: string; actorId: string | null }>`
    select action, actor_id from audit_log where subject_id = ${sale._id} order by id`.execute(shop.db)
  expect(rows.map(({ action, actorId }) => [action, actorId && 'admin'])).toEqual([
    ['create sale', 'admin'],
    ['stop sale', 'admin'],
    ['resume sale', 'admin'],
    ['end sale', null],
  ])
})

test('what cannot be a sale is refused with a sentence at its field', async () => {
  const { id } = await categoryOf(1_000)
  const moment = inHours(3)
  const refused: [Partial<SaleInput>, field: string, sentence: string][] = [
    [{ categories: [] }, 'categories', 'Please choose at least one category, collection or product.'],
    [{ categories: ['nothing'] }, 'categories', 'This category does not exist.'],
    [{ collections: ['nothing'] }, 'collections', 'This collection does not exist.'],
    [{ products: ['nothing'] }, 'products', 'One of these products does not exist.'],
    [{ startsAt: inHours(3), endsAt: inHours(2) }, 'endsAt', 'The sale would end before it begins.'],
    [{ startsAt: moment, endsAt: moment }, 'endsAt', 'The sale would end before it begins.'],
    [{ startsAt: inHours(-3), endsAt: inHours(-2) }, 'endsAt', 'The sale would have ended already.'],
    [{ startsAt: inHours(1), endsAt: inHours(24 * 400) }, 'endsAt', 'A sale lasts at most 366 days.'],
    [{ startsAt: '0000-01-01T00:00:00Z' }, 'startsAt', 'Please enter a day and a time.'],
    [{ endsAt: '0000-01-01T00:00:00Z' }, 'endsAt', 'Please enter a day and a time.'],
    [{ percent: 100 }, 'percent', 'A percentage is a whole number from 1 to 99.'],
    [{ percent: 0.5 }, 'percent', 'A percentage is a whole number from 1 to 99.'],
    [{ percent: 10, amount: 10 }, 'percent', 'A sale takes either a percentage or an amount off.'],
    [{ amount: 0.5 }, 'amount', 'A sale takes at least ₹1 off.'],
    [{ title: ' ' }, 'title', 'Please enter a title.'],
  ]
  for (const [changes, field, sentence] of refused) {
    const failure = await admin.api
      .createSale(saleInput({ categories: [id], ...changes }))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 400, fields: { [field]: sentence } })
  }
  await expect(admin.api.getSale('none')).rejects.toMatchObject({ status: 404 })
})

test('a checkout keeps the prices that it was frozen with; a total that was seen before the moment is refused', async () => {
  const { id, first } = await categoryOf(1_000)
  const early = await signedIn(shop)
  await fillCart(early, first, 2)
  const frozen = await early.api.startPayment(ADDRESS, 2_000)
  const late = await signedIn(shop)
  await fillCart(late, first)
  await create({ categories: [id] })
  await expect(late.api.startPayment(ADDRESS, 1_000)).rejects.toMatchObject({
    status: 409,
    message: 'Your total was ₹1,000.00 and is ₹800.00 now. Please look at your order again.',
  })
  expect((await buyCart(shop, late)).order).toMatchObject({ totalAmount: 800 })
  const proof = await pay(shop, frozen.id)
  await early.api.verifyPayment(proof)
  expect(await early.api.getOrder(early.id, proof)).toMatchObject({ totalAmount: 2_000 })
})

test('a clock that is set forward and back around a sale makes no order dearer or cheaper than its page, and prices end right', async () => {
  const { id, first } = await categoryOf(1_000)
  const sale = await create({ categories: [id], startsAt: inHours(5), endsAt: inHours(6) })
  const shown = async () => paidPrice(await get(first))
  const buyAsShown = async () => {
    const price = await shown()
    const buyer = await signedIn(shop)
    await fillCart(buyer, first)
    expect((await buyCart(shop, buyer)).order).toMatchObject({ totalAmount: price })
    return price
  }
  /** To the database a clock that is set is the same as a sale whose moments are moved. */
  const setClock = (sinceBeginHours: number) =>
    sql`
      update sales set starts_at = now() - ${sinceBeginHours}::int * interval '1 hour',
        ends_at = now() + ${1 - sinceBeginHours}::int * interval '1 hour' where id = ${sale._id}`.execute(shop.db)
  let before = 1_000
  for (const [sinceBeginHours, price] of [
    [0, 800],
    [-24, 1_000],
    [0, 800],
    [24, 1_000],
    [0, 800],
    [24, 1_000],
  ] as const) {
    const caught = await signedIn(shop)
    await fillCart(caught, first)
    const frozen = await caught.api.startPayment(ADDRESS, before)
    await setClock(sinceBeginHours)
    expect(await buyAsShown()).toBe(before)
    await lookAtPrices(shop.db)
    expect(await buyAsShown()).toBe(price)
    expect(await pricesEverywhere(first, id)).toEqual(everywhere(price))
    const proof = await pay(shop, frozen.id)
    await caught.api.verifyPayment(proof)
    expect(await caught.api.getOrder(caught.id, proof)).toMatchObject({ totalAmount: before })
    before = price
  }
  expect(await admin.api.getSale(sale._id)).toMatchObject({ state: 'ended', reduced: 0 })
})

test('a price that turns outdates what shows it and nothing else', async () => {
  const { first } = await categoryOf(1_000)
  const { first: other } = await categoryOf(1_000)
  const { api } = shop.visitor()
  await api.getProduct(other)
  const since = shop.shop.tags.now()
  await create({ products: [first] })
  await get(first)
  const { tags } = shop.shop
  await expect.poll(() => tags.isCurrent([`price:${first}`], since)).toBe(false)
  expect(tags.isCurrent(['catalogue', `price:${other}`, `stock:${other}`, 'settings', 'pages'], since)).toBe(true)
})

test('the shop of a moment to come is shown to administrators, and changes nothing', async () => {
  const { id, slug, first } = await categoryOf(1_000)
  await create({ categories: [id], startsAt: inHours(10), endsAt: inHours(12) })
  const at = (hours: number) => admin.api.listProductsAt({ at: inHours(hours), category: slug })
  const paidAt = async (hours: number) => (await at(hours)).products.map((each) => each.discountedPrice ?? each.price)
  expect([await paidAt(9), await paidAt(11), await paidAt(13)]).toEqual([[1_000], [800], [1_000]])
  expect(await admin.api.getProductAt(first, inHours(11))).toMatchObject({ price: 1_000, discountedPrice: 800 })
  expect(await get(first)).not.toHaveProperty('discountedPrice')
  await expect(at(-1)).rejects.toMatchObject({ fields: { at: 'Please choose a moment that is to come.' } })
  await expect(admin.api.listProductsAt({ at: '0000-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 400 })
  const answer = await fetch(`${shop.origin}/api/admin/shop-at?at=${inHours(11)}`)
  expect(answer.status).toBe(401)
})

test('the history of prices says what was paid from when on, and why', async () => {
  const { id, first } = await categoryOf(1_000)
  await admin.api.updatePrice(first, { price: 1_200, discountedPrice: 1_100 })
  const sale = await create({ categories: [id] })
  // The lowest of the 30 days before the sale, for an owner who wants it struck.
  expect(await get(first)).toMatchObject({ price: 1_200, discountedPrice: 960, lowestPrice: 1_000 })
  await admin.api.stopSale(sale._id, true)
  const history = await admin.api.getPriceHistory(first)
  expect(history).toMatchObject({
    lowest: 960,
    prices: [
      { price: 1_200, discountedPrice: 1_100, paid: 1_100 },
      { price: 1_200, discountedPrice: 1_100, paid: 960, sale: { _id: sale._id, title: 'Festival' } },
      { price: 1_200, discountedPrice: 1_100, paid: 1_100 },
      { price: 1_000, paid: 1_000 },
    ],
  })
  await expect(admin.api.getPriceHistory('none')).rejects.toMatchObject({ status: 404 })
})
