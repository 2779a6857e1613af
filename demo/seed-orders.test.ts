import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertSeededContacts } from '#demo/seed-contacts-queries.ts'
import { seedOrders } from '#demo/seed-orders.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { signedIn, stockOf } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

test('synthetic orders are whole, the same every time, and leave the stock as it was', async () => {
  const products = [await addProduct(shop.db, { stock: 3 }), await addProduct(shop.db, { sizes: { S: 1, M: 0 } })]
  const said: string[] = []
  const { database } = shop.shop
  await seedOrders(database, 40, (line) => said.push(line))
  await seedOrders(database, 60, (line) => said.push(line))
  await seedOrders(database, 10, (line) => said.push(line))
  expect(said.at(-1)).toBe('The shop has 60 synthetic orders.')
  await expectInvariants(shop.db)
  expect(await stockOf(shop, products[0]!.id)).toEqual([3])
  expect(await stockOf(shop, products[1]!.id)).toEqual([1, 0])

  const admin = await signedIn(shop, 'admin')
  const { items, total } = await admin.api.listAllOrders()
  expect(total).toBe(60)
  expect(items.every(({ products: lines, address }) => lines.length > 0 && address !== null)).toBe(true)
  expect(new Set(items.map(({ status }) => status)).size).toBeGreaterThan(1)
})

test('synthetic messages are there once', async () => {
  await insertSeededContacts(shop.db, 9)
  await insertSeededContacts(shop.db, 12)
  const admin = await signedIn(shop, 'admin')
  expect((await admin.api.listContacts()).total).toBe(12)
  expect((await admin.api.listContacts({ isRead: 'false' })).total).toBe(4)
})
