import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { buy, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const MEASURED = { weightGrams: 850, sides: { lengthCm: 30, breadthCm: 22, heightCm: 6 }, cost: 62.5 }
const bought = async () => (await buy(shop, (await addProduct(shop.db, { stock: 5 })).id)).order
const byHandOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).byHand
const labelOf = async (orderId: string) =>
  readPdf(Buffer.from(await (await admin.api.getParcelLabels([orderId])).arrayBuffer()))[0]?.join(' ')
const carriageOf = async (orderId: string) => {
  const { items } = await admin.api.getStockReport({ by: 'order', limit: 100 })
  return items.find(({ key }) => key === orderId)?.parcels
}
const sent = async () => {
  const order = await bought()
  const { results } = await admin.api.shipOrders([{ _id: order._id, byHand: MEASURED }])
  expect(results).toMatchObject([{ isShipped: true }])
  return order
}

test('a parcel that is handed over has the weight, sides and cost that were said when it was shipped', async () => {
  const [order, packed] = [await sent(), await bought()]
  expect(await byHandOf(order._id)).toEqual(MEASURED)
  expect(await labelOf(order._id)).toContain('1 piece · 0.85 kg')
  expect(await carriageOf(order._id)).toBe(62.5)
  const lines = packed.products.map(({ _id, quantity }) => ({ _id, quantity }))
  await admin.api.shipPacked(packed._id, { packed: lines, byHand: { weightGrams: 400 } })
  expect(await byHandOf(packed._id)).toEqual({ weightGrams: 400, sides: null, cost: null })
  expect(await carriageOf(packed._id)).toBeNull()
})

test('it is said or mended later, what is not named stays, and null takes it away, each with its entry in the log', async () => {
  const order = await sent()
  await admin.api.changeShipment(order._id, null, { cost: 70 })
  expect(await byHandOf(order._id)).toEqual({ ...MEASURED, cost: 70 })
  await admin.api.changeShipment(order._id, null, { sides: null, weightGrams: null })
  await admin.api.changeShipment(order._id, null, { sides: null, weightGrams: null })
  expect(await byHandOf(order._id)).toEqual({ weightGrams: null, sides: null, cost: 70 })
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.filter(({ action }) => action === 'change parcel')).toHaveLength(3)
})

test('without a weight the label has the usual one of its pieces, and with a booking the courier’s', async () => {
  const [order, booked] = [await bought(), await sent()]
  expect(await labelOf(order._id)).toContain('1 piece · 0.40 kg')
  await admin.api.bookParcels([{ _id: booked._id, size: { ...MEASURED.sides, weightGrams: 1200 } }])
  expect(await labelOf(booked._id)).toContain('1 piece · 1.20 kg')
  const { byHand, parcels: [parcel] = [] } = await admin.api.getOrderDetail(booked._id)
  expect(byHand).toBeUndefined()
  expect(await carriageOf(booked._id)).toBe(parcel?.cost)
})

test('who only packs may say it and sees no cost, and nobody else gets any of it', async () => {
  const order = await sent()
  const packer = await signedIn(shop, 'admin', 'packer')
  await packer.api.changeShipment(order._id, null, { weightGrams: 900 })
  expect((await packer.api.getOrderDetail(order._id)).byHand).toEqual({ ...MEASURED, weightGrams: 900, cost: null })
  expect(await byHandOf(order._id)).toEqual({ ...MEASURED, weightGrams: 900 })
})

test('shipping that is taken back takes it away, and what cannot be is refused with its field', async () => {
  const order = await sent()
  await admin.api.undoShipping(order._id)
  expect(await byHandOf(order._id)).toBeUndefined()
  for (const byHand of [{ weightGrams: 0 }, { weightGrams: 1.5 }, { cost: -1 }, { cost: 0.001 }]) {
    await expect(admin.api.shipOrders([{ _id: order._id, byHand }])).rejects.toMatchObject({ code: 'invalid' })
  }
  expect((await admin.api.getOrderDetail(order._id)).order.status).toBe('order placed')
})
