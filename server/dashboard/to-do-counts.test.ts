import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct, CONTACT_MESSAGE } from '#test/factories.ts'
import { ADDRESS, buy, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const NO_RETURNS = { approve: 0, inspect: 0, refund: 0, overdue: 0, exchange: 0, undelivered: 0, arrived: 0, parcel: 0 }

test('what waits is counted: orders to ship or without an address, failed refunds, disputes and unread messages', async () => {
  const admin = await shop.admin()
  expect(await admin.api.getWaiting()).toEqual({
    toShip: 0,
    withoutAddress: 0,
    toConfirm: 0,
    refunds: 0,
    messages: 0,
    returns: NO_RETURNS,
  })
  const product = await addProduct(shop.db, { stock: 9 })
  const [{ order }, { order: second }] = [await buy(shop, product.id), await buy(shop, product.id)]
  await shop.db.updateTable('orders').set({ address: null }).where('id', '=', second._id).execute()
  await shop.visitor().api.submitContact(CONTACT_MESSAGE)
  expect(await admin.api.getWaiting()).toEqual({
    toShip: 1,
    withoutAddress: 1,
    toConfirm: 0,
    refunds: 0,
    messages: 1,
    returns: NO_RETURNS,
  })

  const idsOf = async (waits: 'shipment' | 'address' | 'refund') =>
    (await admin.api.listAllOrders({ waits })).items.map(({ _id }) => _id)
  expect([await idsOf('shipment'), await idsOf('address')]).toEqual([[order._id], [second._id]])

  await shop.db.updateTable('payments').set({ status: 'authorized' }).where('orderId', '=', order._id).execute()
  expect(await admin.api.getWaiting()).toMatchObject({ toShip: 0, withoutAddress: 1 })
  await shop.db.updateTable('payments').set({ status: 'captured' }).where('orderId', '=', order._id).execute()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(second._id, 'cancelled')
  await shop.db.updateTable('refunds').set({ status: 'failed', nextAttemptAt: null }).execute()
  expect(await idsOf('refund')).toEqual([second._id])
  await shop.db
    .insertInto('disputes')
    .values({ id: 'disp_1', paymentId: 'pay_1', amountPaise: 100, reason: 'none', status: 'action required' })
    .execute()
  const [message] = (await admin.api.listContacts()).items
  await admin.api.toggleContactRead(message?._id ?? '')
  expect(await admin.api.getWaiting()).toEqual({
    toShip: 0,
    withoutAddress: 0,
    toConfirm: 0,
    refunds: 2,
    messages: 0,
    returns: NO_RETURNS,
  })
})

test('orders for cash are counted until somebody confirms them', async () => {
  await setSettings(shop, { takesCash: true })
  const admin = await shop.admin()
  const product = await addProduct(shop.db, { stock: 9 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { _id } = await buyer.api.orderForCash({ address: ADDRESS })
  expect(await admin.api.getWaiting()).toMatchObject({ toShip: 0, toConfirm: 1 })
  await admin.api.changeCash(_id, 'confirmed')
  expect(await admin.api.getWaiting()).toMatchObject({ toShip: 1, toConfirm: 0 })
})

test('only an administrator sees what waits', async () => {
  expect((await shop.visitor().fetch('/api/admin/waiting')).status).toBe(401)
})
