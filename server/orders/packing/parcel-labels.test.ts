import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { readBarCodes } from '#test/read-bar-codes.ts'
import { pagesOf, readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ shopName: 'Asha & Sons' })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const print = async (...ids: string[]) => Buffer.from(await (await admin.api.getParcelLabels(ids)).arrayBuffer())

test('a label has the address, how it is paid, and what a scanner of parcels reads', async () => {
  await setSettings(shop, { legalName: 'Rajput Vastra LLP', takesCash: true, cashNeedsConfirming: false })
  const shirt = await addProduct(shop.db, { stock: 9, pricePaise: 153_900 })
  const { order } = await buy(shop, shirt.id)
  await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'blue-dart', trackingNumber: '42777777777' })
  const buyer = await signedIn(shop)
  await buyer.api.addToCart(shirt.id)
  const address = { ...ADDRESS, fullName: 'प्रिया शर्मा', street: 'মহাত্মা গান্ধী রোড 12' }
  const cash = await buyer.api.orderForCash({ address })
  const bytes = await print(order._id, cash._id)
  expect(readBarCodes(bytes).map((codes) => codes.map(({ text }) => text))).toEqual([['42777777777'], [cash._id]])
  for (const { size } of pagesOf(bytes)) expect(size.map(Math.round)).toEqual([283, 425])
  const [prepaid, due] = readPdf(bytes).map((lines) => lines.join('\n'))
  for (const part of ['Asha & Sons', 'Prepaid', ADDRESS.fullName, ADDRESS.street, ADDRESS.pincode, 'Blue Dart']) {
    expect(prepaid).toContain(part)
  }
  expect(prepaid).toContain(`Order #${order._id.slice(-6).toUpperCase()} · 1 piece`)
  expect(prepaid).toContain('Return to: Rajput Vastra LLP')
  expect(due).toContain(`Cash: ₹${(cash.cashToCollect ?? 0).toLocaleString('en-IN')}`)
  expect(due).toContain('प्रिया शर्मा')
  expect(due?.replaceAll(/ +/g, ' ')).toContain('মহাত্মা গান্ধী রোড 12')
})

test('a label counts the pieces that are still to be sent', async () => {
  const shirt = await addProduct(shop.db, { stock: 9 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 3)
  const { order } = await buyCart(shop, buyer)
  const labelOf = async () => readPdf(await print(order._id))[0]?.join(' ')
  expect(await labelOf()).toContain('· 3 pieces')
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  expect(await labelOf()).toContain('· 2 pieces')
})

test('a label of what is not to be sent says so, and an id of nothing is not found', async () => {
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(readPdf(await print(order._id))[0]?.join(' ')).toMatch(/This order is cancelled\. Do not .*send it\./)
  await expect(print(newId())).rejects.toMatchObject({ code: 'not_found' })
})
