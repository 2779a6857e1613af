import { afterAll, beforeAll, expect, test } from 'vitest'

import { cityOfPin } from '#contract/schemas/city-pins.ts'
import { statesOfPin } from '#contract/schemas/indian-states.ts'
import { DAY_MS } from '#contract/units/time-units.ts'
import { reconcile, requestReconciliation } from '#server/orders/reconciliation/reconcile.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'

import { insertSeededContacts } from '#demo/seed-contacts-queries.ts'
import { seedOrders } from '#demo/seed-orders.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { NEVER, signedIn, stockOf } from '#test/purchase.ts'
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

test('the emulated provider knows the synthetic payments, so nothing differs and a cancelled order is refunded', async () => {
  const admin = await signedIn(shop, 'admin')
  const period = { from: new Date(Date.now() - 400 * DAY_MS), to: new Date(Date.now() + 1000) }
  await requestReconciliation(shop.shop, { actorId: admin.id, period })
  await reconcile(shop.shop, NEVER)
  expect((await admin.api.listReconciliations({ limit: 1 })).items[0]).toMatchObject({ status: 'done', findings: [] })

  const { items } = await admin.api.listAllOrders({ status: 'order placed' })
  const { _id = '' } = items[0] ?? {}
  await admin.api.changeOrderStatus(_id, 'cancelled')
  await sendRefunds(shop.shop, NEVER)
  expect((await admin.api.getOrderDetail(_id)).refunds).toMatchObject([
    { status: expect.stringMatching(/sent|processed/) },
  ])
})

test('synthetic customers live where their PIN is', async () => {
  const admin = await signedIn(shop, 'admin')
  const { items } = await admin.api.listAllOrders({ limit: 60 })
  for (const { address } of items) {
    expect(statesOfPin(address!.pincode).map(({ name }) => name)).toContain(address!.state)
    expect(cityOfPin(address!.pincode)).toBe(address!.city)
  }
})

test('synthetic messages are there once', async () => {
  await insertSeededContacts(shop.db, 9)
  await insertSeededContacts(shop.db, 12)
  const admin = await signedIn(shop, 'admin')
  expect((await admin.api.listContacts()).total).toBe(12)
  expect((await admin.api.listContacts({ isRead: 'false' })).total).toBe(4)
})
