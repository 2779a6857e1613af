import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ShipmentInput } from '#contract/orders/shipments.ts'

import { dayInIndia } from '#contract/units/india-time.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn

beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(async () => {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false, cashMissedDays: 14 })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())
beforeEach(withinAnHour)

let places = 0
/** A parcel of ₹1,539 that has left, with this courier. */
async function sent(shipment?: ShipmentInput): Promise<string> {
  places += 1
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 149_900, stock: 5 })
  await fillCart(buyer, product.id)
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
  const { _id } = await buyer.api.orderForCash({ address })
  await admin.api.changeOrderStatus(_id, 'shipped', shipment)
  return _id
}

/** Moves what has happened to a parcel into the past. */
async function age(orderId: string, days: number): Promise<void> {
  await sql`update order_steps set at = at - make_interval(days => ${days}) where order_id = ${orderId}`.execute(
    shop.db,
  )
  await sql`
    update cash_payments set collected_at = collected_at - make_interval(days => ${days}) where order_id = ${orderId}`.execute(
    shop.db,
  )
}

test('nothing of cash waits or shows while the shop neither takes it nor has an order for it', async () => {
  expect((await admin.api.getWaiting()).cash).toEqual({ uncollected: 0, unremitted: 0, differences: 0 })
  await setSettings(shop, { takesCash: false })
  expect(await admin.api.getWaiting()).not.toHaveProperty('cash')
  expect(await admin.api.listCashDays()).toEqual({
    items: [],
    total: 0,
    sums: { due: 0, collected: 0, remitted: 0, refused: 0 },
    couriers: [],
  })
})

test('what couriers owe is told by courier and by the day on which the parcels left', async () => {
  const [due, collected, remitted, refused, calledBack] = [
    await sent({ courier: 'delhivery', trackingNumber: 'DL1' }),
    await sent({ courier: 'delhivery', trackingNumber: 'DL2' }),
    await sent({ courier: 'delhivery', trackingNumber: 'DL3' }),
    await sent({ courier: 'other', courierName: 'Ramesh & Sons', trackingNumber: '7/12' }),
    await sent({ courier: 'delhivery' }),
  ]
  const early = await sent()
  await age(early, 3)
  for (const id of [collected, remitted]) await admin.api.changeCash(id, 'collected')
  await admin.api.remitCash(remitted, 1539)
  await admin.api.changeCash(refused, 'refused')
  await admin.api.changeOrderStatus(calledBack, 'cancelled')

  const today = dayInIndia(new Date())
  const nothing = { due: 0, collected: 0, remitted: 0, refused: 0 }
  const delhivery = { day: today, courier: 'delhivery', name: 'Delhivery', parcels: 3 }
  const all = await admin.api.listCashDays()
  expect(all.items).toMatchObject([
    { ...delhivery, due: 1539, collected: 1539, remitted: 1539, refused: 0 },
    { day: today, name: 'Ramesh & Sons', ...nothing, parcels: 1, refused: 1539 },
    { name: 'No courier named', ...nothing, parcels: 1, due: 1539 },
  ])
  expect(all.sums).toEqual({ due: 3078, collected: 1539, remitted: 1539, refused: 1539 })
  expect(all.couriers.map(({ name }) => name)).toEqual(['Delhivery', 'No courier named', 'Ramesh & Sons'])

  const owed = await admin.api.listCashDays({ owed: 'true' })
  expect(owed.items.map(({ name }) => name)).toEqual(['Delhivery', 'No courier named'])
  expect((await admin.api.listCashDays({ from: today, courier: 'delhivery' })).items).toHaveLength(1)
  expect(await admin.api.listCashDays({ page: 2, limit: 2 })).toMatchObject({ total: 3, items: [{ courier: 'none' }] })

  const idsOf = async (query: Parameters<typeof admin.api.listCashParcels>[0]) =>
    (await admin.api.listCashParcels(query)).items.map(({ _id }) => _id).toSorted()
  expect(await idsOf({ courier: 'delhivery', from: today, to: today })).toEqual([due, collected, remitted].toSorted())
  expect(await idsOf({ state: 'collected' })).toEqual([collected])
  expect(await idsOf({ search: 'dl3' })).toEqual([remitted])
  expect(await idsOf({ search: '7/12' })).toEqual([refused])
  expect((await admin.api.listCashParcels({ state: 'remitted' })).items).toMatchObject([
    { name: 'Delhivery', trackingNumber: 'DL3', amount: 1539, status: 'remitted' },
  ])
})

test('cash that nobody has told of, or that has not come, is missed after the owner’s days', async () => {
  const before = (await admin.api.getWaiting()).cash
  const [silent, kept] = [await sent({ courier: 'dtdc' }), await sent({ courier: 'dtdc' })]
  await admin.api.changeCash(kept, 'collected')
  await age(silent, 13)
  await age(kept, 13)
  expect((await admin.api.getWaiting()).cash).toEqual(before)
  for (const id of [silent, kept]) await age(id, 1)
  expect((await admin.api.getWaiting()).cash).toEqual({ uncollected: 1, unremitted: 1, differences: 0 })
  expect((await admin.api.listCashParcels({ state: 'uncollected' })).items.map(({ _id }) => _id)).toEqual([silent])
  expect((await admin.api.listCashParcels({ state: 'unremitted' })).items.map(({ _id }) => _id)).toEqual([kept])
  await setSettings(shop, { cashMissedDays: 15, takesCash: false })
  expect((await admin.api.getWaiting()).cash).toEqual({ uncollected: 0, unremitted: 0, differences: 0 })
  const packer = await signedIn(shop, 'admin', 'packer')
  expect(await packer.api.getWaiting()).not.toHaveProperty('cash')
  await expect(packer.api.listCashDays()).rejects.toMatchObject({ status: 403 })
})
