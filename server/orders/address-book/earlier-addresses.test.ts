import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let productId: string
beforeAll(async () => {
  shop = await startShop()
  productId = (await addProduct(shop.db, { stock: 500 })).id
})
afterAll(() => shop.close())

const WORK = { ...ADDRESS, street: '7, Temple Street', city: 'Hubballi' }

async function buyTo(buyer: SignedIn, address: typeof ADDRESS) {
  await fillCart(buyer, productId)
  return buyCart(shop, buyer, address)
}

async function buyWithoutAddress(buyer: SignedIn) {
  await fillCart(buyer, productId)
  const { id } = await buyer.api.startPayment()
  await buyer.api.getOrder(buyer.id, await pay(shop, id))
}

const streets = async ({ api }: SignedIn) => (await api.listMyAddresses()).addresses.map(({ street }) => street)

test('where earlier orders went is offered, the latest first and each once', async () => {
  const buyer = await signedIn(shop)
  expect(await buyer.api.listMyAddresses()).toEqual({ addresses: [] })
  await buyWithoutAddress(buyer)
  expect(await streets(buyer)).toEqual([])
  await buyTo(buyer, ADDRESS)
  await buyTo(buyer, WORK)
  await buyTo(buyer, ADDRESS)
  const { addresses } = await buyer.api.listMyAddresses()
  expect(addresses).toEqual([
    { _id: expect.any(String), ...ADDRESS },
    { _id: expect.any(String), ...WORK },
  ])
  expect(new Set(addresses.map(({ _id }) => _id)).size).toBe(2)
})

test('a removed address is offered no more until it is used again, and its order keeps it', async () => {
  const buyer = await signedIn(shop)
  const { order } = await buyTo(buyer, ADDRESS)
  await buyTo(buyer, WORK)
  const { addresses } = await buyer.api.listMyAddresses()
  const home = addresses.find(({ street }) => street === ADDRESS.street)!
  for (let times = 0; times < 2; times += 1) {
    const left = await buyer.api.removeMyAddress(home._id)
    expect(left.addresses.map(({ street }) => street)).toEqual([WORK.street])
  }
  const orders = await buyer.api.listMyOrders(buyer.id)
  expect(orders.find(({ _id }) => _id === order._id)?.address).toEqual(ADDRESS)
  await buyTo(buyer, ADDRESS)
  expect(await streets(buyer)).toEqual([ADDRESS.street, WORK.street])
})

test('nobody sees or removes somebody else’s addresses', async () => {
  const [owner, stranger] = [await signedIn(shop), await signedIn(shop)]
  await buyTo(owner, WORK)
  const { addresses } = await owner.api.listMyAddresses()
  expect(await streets(stranger)).toEqual([])
  for (const id of [addresses[0]!._id, 'none', "' or true --"]) {
    await expect(stranger.api.removeMyAddress(id)).rejects.toMatchObject({ status: 404, message: 'Address not found' })
  }
  expect(await streets(owner)).toEqual([WORK.street])
})

test('at most six are offered', async () => {
  const buyer = await signedIn(shop)
  for (let count = 0; count < 8; count += 1) await buyTo(buyer, { ...ADDRESS, street: `Street ${count}` })
  expect(await streets(buyer)).toEqual([7, 6, 5, 4, 3, 2].map((count) => `Street ${count}`))
})

test('an address is answered as it was stored, though nobody could type it so today', async () => {
  const stored = { ...ADDRESS, street: '\u200B', phone: '+91 98765-43210', state: 'Karnatka', pincode: '570 001' }
  const buyer = await signedIn(shop)
  const { order } = await buyTo(buyer, ADDRESS)
  await buyer.api.addMyAddress(WORK)
  const json = JSON.stringify(stored)
  await sql`update orders set address = ${json}::jsonb where id = ${order._id}`.execute(shop.db)
  await sql`update saved_addresses set address = ${json}::jsonb where user_id = ${buyer.id}`.execute(shop.db)
  expect((await buyer.api.listMyOrders(buyer.id))[0]?.address).toEqual(stored)
  expect((await buyer.api.listMyAddresses()).addresses).toMatchObject([stored])
  const admin = await signedIn(shop, 'admin')
  const { items } = await admin.api.listAllOrders({ limit: 100 })
  expect(items.find(({ _id }) => _id === order._id)?.address).toEqual(stored)
})
