import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buyCart,
  endHold,
  fillCart,
  patiently,
  pay,
  listSandboxRecords,
  signedIn,
  stockOf,
  setSandboxFaults,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  await setSandboxFaults(shop, { hang: false, failNext: 0, dropAnswerNext: 0, delayMs: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const FAILED = { status: 503, code: 'unavailable', message: 'Failed to initiate payment.' }

const checkoutsOf = (userId: string) =>
  shop.db
    .selectFrom('checkouts')
    .select(['status', 'providerOrderId', 'totalPaise'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

test('the payment is over what the shop computes, in paise, and the stock is held', async () => {
  const buyer = await signedIn(shop)
  const shirt = await addProduct(shop.db, { pricePaise: 149_900, discountedPricePaise: 99_950, stock: 5 })
  const socks = await addProduct(shop.db, { pricePaise: 19_901, stock: 5 })
  await fillCart(buyer, shirt.id, 2)
  await fillCart(buyer, socks.id, 3)
  const answer = await buyer.fetch('/api/payment/create/orderId', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1, total: 1, currency: 'USD' }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const order = await answer.json()
  expect(order).toEqual({
    id: expect.stringMatching(/^order_/),
    amount: 2 * 99_950 + 3 * 19_901,
    currency: 'INR',
    key: shop.shop.payment.keyId,
  })
  expect(await stockOf(shop, shirt.id)).toEqual([3])
  expect(await stockOf(shop, socks.id)).toEqual([2])
  const { orders } = await listSandboxRecords(shop)
  expect(orders.items.find(({ id }) => id === order.id)).toMatchObject({ amount: order.amount })
})

test('a call without a body is as good as one with an empty one', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db)
  await fillCart(buyer, product.id)
  const answer = await buyer.fetch('/api/payment/create/orderId', { method: 'POST' })
  expect(answer.status).toBe(200)
})

test('a visitor cannot pay, and an empty cart cannot be paid', async () => {
  await expect(shop.visitor().api.startPayment()).rejects.toMatchObject({ status: 401 })
  const buyer = await signedIn(shop)
  await expect(buyer.api.startPayment()).rejects.toMatchObject({ status: 400, code: 'invalid' })
})

test('less than the provider takes cannot be paid', async () => {
  const buyer = await signedIn(shop)
  const gift = await addProduct(shop.db, { pricePaise: 0, stock: 5 })
  const sticker = await addProduct(shop.db, { pricePaise: 99, stock: 5 })
  await fillCart(buyer, gift.id)
  await expect(buyer.api.startPayment()).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await fillCart(buyer, sticker.id)
  await expect(buyer.api.startPayment()).rejects.toMatchObject({ status: 400, code: 'invalid' })
  expect(await stockOf(shop, sticker.id)).toEqual([5])
  await fillCart(buyer, sticker.id, 2)
  expect(await buyer.api.startPayment()).toMatchObject({ amount: 198 })
})

test('an incomplete address is refused before anything is held', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  await expect(buyer.api.startPayment({ ...ADDRESS, city: ' ' })).rejects.toMatchObject({
    status: 400,
    message: 'Please fill in all address fields.',
  })
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('what is short is refused by name, and nothing is held', async () => {
  const buyer = await signedIn(shop)
  const fine = await addProduct(shop.db, { stock: 5 })
  const short = await addProduct(shop.db, { name: 'Denim jacket', stock: 5 })
  const none = await addProduct(shop.db, { name: 'Silk tie', stock: 5 })
  for (const { id } of [fine, short, none]) await fillCart(buyer, id, 3)
  const rival = await signedIn(shop)
  await fillCart(rival, short.id, 4)
  await fillCart(rival, none.id, 5)
  await rival.api.startPayment()
  const { cart } = await buyer.api.getCart()
  await expect(buyer.api.startPayment()).rejects.toMatchObject({
    status: 409,
    code: 'out_of_stock',
    message: 'Only 1 left of Denim jacket. Silk tie is out of stock.',
    fields: {
      [cart[1]!._id]: 'Only 1 left of Denim jacket.',
      [cart[2]!._id]: 'Silk tie is out of stock.',
    },
  })
  expect(await stockOf(shop, fine.id)).toEqual([5])
  expect(await checkoutsOf(buyer.id)).toEqual([])
})

test('a deleted product is refused by name while the cart still answers', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { name: 'Retired hat', stock: 5 })
  await fillCart(buyer, product.id)
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', product.id).execute()
  expect((await buyer.api.getCart()).cart).toHaveLength(1)
  await expect(buyer.api.startPayment()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Retired hat'),
  })
})

test('the same cart again is the same order, held once', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id, 2)
  const first = await buyer.api.startPayment()
  expect(await buyer.api.startPayment(ADDRESS)).toEqual(first)
  expect(await stockOf(shop, product.id)).toEqual([3])
  expect(await checkoutsOf(buyer.id)).toHaveLength(1)
  const { order } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ orderId: first.id, address: ADDRESS })
})

test('calls at the same moment all get the one order', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id, 2)
  await setSandboxFaults(shop, { delayMs: 150 })
  const before = (await listSandboxRecords(shop)).orders.items.length
  const answers = await Promise.all(Array.from({ length: 8 }, () => patiently(() => buyer.api.startPayment())))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await listSandboxRecords(shop)).orders.items.length - before).toBe(1)
  expect(await stockOf(shop, product.id)).toEqual([3])
})

test('a changed cart gives the old hold back and gets its own total', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 10_000, stock: 5 })
  const other = await addProduct(shop.db, { pricePaise: 5000, stock: 5 })
  await fillCart(buyer, product.id, 5)
  const first = await buyer.api.startPayment()
  expect(await stockOf(shop, product.id)).toEqual([0])
  const { cart } = await buyer.api.getCart()
  await buyer.api.updateCartLine(cart[0]!._id, 2)
  await fillCart(buyer, other.id)
  const second = await buyer.api.startPayment()
  expect(second.id).not.toBe(first.id)
  expect(second.amount).toBe(25_000)
  expect(await stockOf(shop, product.id)).toEqual([3])
  expect(await stockOf(shop, other.id)).toEqual([4])
  expect(await checkoutsOf(buyer.id)).toMatchObject([{ status: 'released' }, { status: 'open', totalPaise: 25_000 }])
})

test('a changed price makes a new order, and one that was started keeps the old price', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 10_000, stock: 5 })
  await fillCart(buyer, product.id)
  const first = await buyer.api.startPayment()
  await shop.db.updateTable('products').set({ pricePaise: 12_000 }).where('id', '=', product.id).execute()
  const proof = await pay(shop, first.id)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ totalPrice: 100, products: [{ quantity: 1 }] })
  await fillCart(buyer, product.id)
  expect(await buyer.api.startPayment()).toMatchObject({ amount: 12_000 })
})

test('an open checkout whose hold has ended is replaced', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 1 })
  await fillCart(buyer, product.id)
  const first = await buyer.api.startPayment()
  await endHold(shop, buyer.id)
  const second = await buyer.api.startPayment()
  expect(second.id).not.toBe(first.id)
  expect(await stockOf(shop, product.id)).toEqual([0])
})

test('starts and cart changes at the same moment leave one open checkout', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  await fillCart(buyer, product.id, 2)
  const { cart } = await buyer.api.getCart()
  const calls = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 2 ? buyer.api.updateCartLine(cart[0]!._id, 1 + (index % 4)) : buyer.api.startPayment(),
  )
  await Promise.allSettled(calls)
  await patiently(() => buyer.api.startPayment())
  const open = (await checkoutsOf(buyer.id)).filter(({ status }) => status === 'open')
  expect(open).toHaveLength(1)
})

test('a provider that is down is named in the error, and nothing is held', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  await setSandboxFaults(shop, { failNext: 1 })
  await expect(buyer.api.startPayment()).rejects.toMatchObject(FAILED)
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await buyer.api.startPayment()).toMatchObject({ currency: 'INR' })
})

test('a silent provider is given up within 4.5 s for everybody who waits, and nothing is held', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  await setSandboxFaults(shop, { hang: true })
  const stop = startStopwatch()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => buyer.api.startPayment()))
  expect(stop()).toBeLessThan(4500)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: FAILED })
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await checkoutsOf(buyer.id)).toMatchObject([{ status: 'released' }])
  expect((await buyer.fetch('/readyz')).status).toBe(200)
})

test('an order whose answer got lost is not paid for by anybody', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  await setSandboxFaults(shop, { dropAnswerNext: 1 })
  await expect(buyer.api.startPayment()).rejects.toMatchObject(FAILED)
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('a shop with a full disk takes no payment', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  const { database } = shop.shop
  shop.shop.database = { ...database, hasFreeSpace: () => false }
  await expect(buyer.api.startPayment()).rejects.toMatchObject(FAILED)
  shop.shop.database = database
  expect(await stockOf(shop, product.id)).toEqual([5])
})
