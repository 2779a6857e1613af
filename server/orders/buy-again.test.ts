import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, endHold, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

/** Somebody who bought a shirt in two sizes and socks without sizes. */
async function bought(stocks = { M: 8, L: 8, socks: 8 }) {
  const shirt = await addProduct(shop.db, { name: 'Shirt', pricePaise: 100_000, sizes: { M: stocks.M, L: stocks.L } })
  const socks = await addProduct(shop.db, { name: 'Socks', pricePaise: 20_000, stock: stocks.socks })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  await fillCart(buyer, shirt.id, 1, 'L')
  await fillCart(buyer, socks.id, 3)
  const { order } = await buyCart(shop, buyer)
  return { buyer, order, shirt, socks }
}

const shown = (cart: { name: string; size?: string | undefined; quantity: number }[]) =>
  cart.map(({ name, size, quantity }) => [name, size, quantity]).toSorted((a, b) => String(a).localeCompare(String(b)))

test('an order comes into the cart again in its sizes, at today’s prices, and only once', async () => {
  const { buyer, order, shirt } = await bought()
  await admin.api.updatePrice(shirt.id, { price: 500 })
  const first = await buyer.api.buyAgain(order._id)
  expect(first).toMatchObject({ message: 'Everything is in your cart again.', leftOut: [], finalprice: 500 * 3 + 600 })
  expect(shown(first.cart)).toEqual([
    ['Shirt', 'L', 1],
    ['Shirt', 'M', 2],
    ['Socks', undefined, 3],
  ])
  const second = await buyer.api.buyAgain(order._id)
  expect(second).toEqual(first)
  const { cart, finalprice } = await buyer.api.getCart()
  expect({ cart, finalprice }).toEqual({ cart: first.cart, finalprice: first.finalprice })
})

test('what is deleted, sold out or short is named, and the rest is put in', async () => {
  const { buyer, order, shirt, socks } = await bought({ M: 3, L: 1, socks: 8 })
  await admin.api.deleteProduct(socks.id)
  const { message, leftOut, cart } = await buyer.api.buyAgain(order._id)
  expect(message).toBe('Not everything could be had again.')
  expect(leftOut).toEqual([
    { name: 'Shirt', size: 'M', sentence: 'Only 1 left of Shirt (M).' },
    { name: 'Shirt', size: 'L', sentence: 'Shirt (L) is out of stock.' },
    { name: 'Socks', sentence: 'Socks is no longer available.' },
  ])
  expect(shown(cart)).toEqual([['Shirt', 'M', 1]])
  await admin.api.deleteProduct(shirt.id)
  await buyer.api.removeCartLine(cart[0]!._id)
  const nothing = await buyer.api.buyAgain(order._id)
  expect(nothing).toMatchObject({ message: 'Nothing of this order can be bought any more.', cart: [], finalprice: 0 })
  expect(nothing.leftOut).toHaveLength(3)
})

test('a line that is in the cart already is never made smaller, nor larger than a line may be', async () => {
  const product = await addProduct(shop.db, { stock: 40 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 10)
  const { order } = await buyCart(shop, buyer)
  await fillCart(buyer, product.id, 4)
  expect((await buyer.api.buyAgain(order._id)).cart).toMatchObject([{ quantity: 10 }])
  await shop.db.updateTable('orderLines').set({ quantity: 3 }).where('orderId', '=', order._id).execute()
  expect((await buyer.api.buyAgain(order._id)).cart).toMatchObject([{ quantity: 10 }])
  await shop.db.updateTable('orderLines').set({ quantity: 12 }).where('orderId', '=', order._id).execute()
  expect((await buyer.api.buyAgain(order._id)).leftOut).toMatchObject([
    { sentence: expect.stringMatching(/^At most 10/) },
  ])
  await shop.db.updateTable('orderLines').set({ quantity: 10 }).where('orderId', '=', order._id).execute()
})

test('what the customer’s own checkout holds counts as there', async () => {
  const product = await addProduct(shop.db, { stock: 4 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 2)
  const { order } = await buyCart(shop, buyer)
  await fillCart(buyer, product.id, 2)
  await buyer.api.startPayment()
  const { cart, leftOut } = await buyer.api.buyAgain(order._id)
  expect(leftOut).toEqual([])
  expect(cart).toMatchObject([{ quantity: 2, stock: 2 }])
  await endHold(shop, buyer.id)
})

test('two clicks at once put it in once', async () => {
  const { buyer, order } = await bought()
  const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.api.buyAgain(order._id)))
  expect(shown((await buyer.api.getCart()).cart)).toEqual(shown(answers[0]!.cart))
})

test('somebody else’s order is answered like one that does not exist', async () => {
  const { order } = await bought()
  const stranger = await signedIn(shop)
  for (const id of [order._id, order.orderId, newId()]) {
    await expect(stranger.api.buyAgain(id)).rejects.toMatchObject({ status: 404, message: 'Order not found' })
  }
  expect((await stranger.api.getCart()).cart).toEqual([])
})

test('what the cart has no room for is named', async () => {
  const { buyer, order } = await bought()
  const sizes = Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`size ${index}`, 3]))
  const coat = await addProduct(shop.db, { name: 'Coat', sizes })
  for (const size of Object.keys(sizes)) await buyer.api.addToCart(coat.id, size)
  const { message, leftOut, cart } = await buyer.api.buyAgain(order._id)
  expect(cart).toHaveLength(30)
  expect(message).toBe('Not everything could be had again.')
  expect(leftOut).toEqual([{ name: 'Socks', sentence: 'A cart holds at most 30 lines.' }])
})
