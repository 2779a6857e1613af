import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { processCourierEvents, workOnParcels } from '#server/orders/service.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { SELLER_ADDRESS, setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

const ROUNDS = 8

const databases = databasesOnEveryEngine()
let shops: { shop: Awaited<ReturnType<typeof startShop>>; admin: SignedIn; productId: string }[] = []
beforeAll(async () => {
  shops = await Promise.all(
    databases.map(async (database) => {
      const shop = await startShop({ database })
      await setSettings(shop, SELLER_ADDRESS)
      const { id: productId } = await addProduct(shop.db, { stock: 100 })
      return { shop, admin: await signedIn(shop, 'admin'), productId }
    }),
  )
})
afterAll(async () => {
  for (const { shop } of shops) {
    await expectInvariants(shop.db)
    await shop.close()
  }
})

/** An approved return of one piece that is to be fetched. */
async function approved({ shop, admin, productId }: (typeof shops)[number]) {
  const { buyer, order } = await buy(shop, productId)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const lines = [{ _id: order.products[0]!._id, quantity: 1, reason: 'too large' as const }]
  const { _id: returnId } = await buyer.api.askForReturn(order._id, { lines, wayBack: 'pick-up' })
  await admin.api.changeReturn(returnId, { to: 'approved' })
  return { buyer, orderId: order._id, returnId }
}

test('presses and jobs at the same moment book one pick-up', async () => {
  for (const one of shops) {
    const { shop, admin } = one
    const { returnId } = await approved(one)
    const work = () => workOnParcels(shop.shop, NEVER)
    await Promise.all([
      ...Array.from({ length: 8 }, () => admin.api.bookPickUp(returnId)),
      ...Array.from({ length: 3 }, work),
    ])
    const booked = (await courierControls(shop.origin).listParcels()).filter(({ reference }) =>
      reference.startsWith(returnId),
    )
    expect(booked).toHaveLength(1)
    expect((await admin.api.getReturn(returnId)).return.parcel?.trackingNumber).toBe(booked[0]?.awb)
  }
})

test('a return that is withdrawn while the courier takes it is either: never both', async () => {
  for (const one of shops) {
    const { shop, admin } = one
    for (let round = 0; round < ROUNDS; round += 1) {
      const { buyer, orderId, returnId } = await approved(one)
      const { return: row } = await admin.api.bookPickUp(returnId)
      const at = new Date(Date.now() + 60_000)
      await Promise.allSettled([
        courierControls(shop.origin).scan(row.parcel!.trackingNumber, 'RETURN PICKED UP', { at }),
        round % 2 === 0
          ? buyer.api.withdrawReturn(orderId, returnId)
          : admin.api.changeReturn(returnId, { to: 'received' }),
      ])
      await expect
        .poll(async () => {
          await sql`update courier_events set next_attempt_at = now() where processed_at is null`.execute(shop.db)
          await processCourierEvents(shop.shop, NEVER)
          return (await admin.api.getReturn(returnId)).parcels[0]?.scans.length
        })
        .toBe(1)
      const { return: now, parcels } = await admin.api.getReturn(returnId)
      const left = now.timeline.some(({ status }) => status === 'on its way')
      expect({ left, isBooked: parcels[0]?.state === 'booked' }).toEqual({ left, isBooked: left })
      await expectInvariants(shop.db)
    }
  }
})
