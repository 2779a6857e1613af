import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'
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

const SIGN = 'Part of the address cannot be printed: see the order'

/** The label and the slip of an order to an address that differs from the usual one in this. */
async function papersTo(change: Partial<Address>): Promise<{ label: string; slip: string }> {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { order } = await buyCart(shop, buyer, { ...ADDRESS, ...change })
  const slip = Buffer.from(await (await admin.api.getPackingSlips([order._id])).arrayBuffer())
  const [label = '', ofSlip = ''] = [await print(order._id), slip].map((pdf) => readPdf(pdf).flat().join('\n'))
  return { label, slip: ofSlip }
}

test('the longest street, city, name and phone stand on a label to their ends', async () => {
  const rest = 'Flat 1204, Tower 7 Sunrise Heights, behind the old municipal hospital and the mill, '.repeat(4)
  for (const street of [
    `${rest.slice(0, 290)} Gate 9`,
    `${'തിരുവനന്തപുരം മെഡിക്കൽ കോളേജ് '.repeat(9).slice(0, 290)} Gate 9`,
  ]) {
    const { label } = await papersTo({ street })
    expect(label).toContain('Gate 9')
    expect(label).not.toContain(SIGN)
  }
  const fullName = `${'Venkata Naga Satya Sai Lakshmi Narasimha '.repeat(4)}Chowdary`
  const city = `${'Thiruvananthapuram Corporation '.repeat(3)}East Zone`
  const { label } = await papersTo({ fullName, city, phone: '98290 12340 / 0141-2345678 (evening)' })
  for (const end of ['Chowdary', 'East Zone, Karnataka', '(evening)']) expect(label).toContain(end)
  expect(label).not.toContain(SIGN)
})

test('where a part of an address is not printed, its label and slip say so', async () => {
  const { label: cut } = await papersTo({ street: 'W'.repeat(300) })
  expect(cut).toMatch(/WW…/)
  expect(cut).toContain(SIGN)
  for (const change of [{ street: 'مکان نمبر 12، گلی 4' }, { city: 'دہلی' }, { fullName: '王' }]) {
    for (const paper of Object.values(await papersTo(change))) expect(paper).toContain(SIGN)
  }
  for (const paper of Object.values(await papersTo({ fullName: 'Ｒａｈｕｌ', street: '№ 12, Ⅳ Cross, A＆B 🏠' }))) {
    for (const part of ['Rahul', 'No 12, IV Cross, A&B']) expect(paper).toContain(part)
    expect(paper).not.toContain(SIGN)
  }
})
