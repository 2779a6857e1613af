import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ shopName: 'Asha & Sons' })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const pagesOf = async (ids: readonly string[]) =>
  readPdf(Buffer.from(await (await admin.api.getPackingSlips(ids)).arrayBuffer()))
const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`

test('the slips of chosen orders are one PDF in their sequence, each with its parcel and without prices', async () => {
  const shirt = await addProduct(shop.db, { name: 'Harbour Stripe Shirt', sizes: { M: 9 } })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  const { order: first } = await buyCart(shop, buyer)
  const { order: second } = await buy(shop, shirt.id)
  await admin.api.changeOrderStatus(first._id, 'shipped', {
    courier: 'blue-dart',
    trackingNumber: '42' + '7'.repeat(9),
  })
  await admin.api.changeOrderStatus(second._id, 'cancelled')
  const pages = await pagesOf([second._id, first._id])
  expect(pages).toHaveLength(2)
  const [cancelled, shipped] = pages.map((lines) => lines.join('\n'))
  expect(cancelled).toContain(`Packing slip ${numberOf(second._id)}`)
  expect(cancelled).toContain('This order is cancelled. Do not send it.')
  for (const part of [`Packing slip ${numberOf(first._id)} Asha & Sons`, ADDRESS.fullName, ADDRESS.street]) {
    expect(shipped).toContain(part)
  }
  expect(shipped).toContain('Mysuru, Karnataka')
  expect(shipped).toContain(`Courier Blue Dart`)
  expect(shipped).toContain('42777777777')
  expect(shipped).toContain('Harbour Stripe Shirt M 2')
  expect(shipped).toContain('2 pieces in all')
  expect(pages.flat().join(' ')).not.toContain('₹')
})

test('a slip says where the parcel comes back to, and has its tracking number as a bar code', async () => {
  const address = {
    addressLines: '12, Johari Bazaar',
    addressCity: 'Jaipur',
    addressState: 'Rajasthan',
    addressPin: '302003',
  }
  await setSettings(shop, { legalName: 'Rajput Vastra LLP', ...address })
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'blue-dart', trackingNumber: 'AWB123456' })
  const [lines = []] = await pagesOf([order._id])
  for (const line of ['Rajput Vastra LLP', '12, Johari Bazaar', 'Jaipur 302003', 'Rajasthan']) {
    expect(lines.join('\n')).toContain(line)
  }
  expect(lines.filter((line) => line === 'AWB123456')).toHaveLength(1)
})

test('an order without address says so, and an id of nothing is not found', async () => {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { id } = await buyer.api.startPayment()
  const { _id } = await buyer.api.getOrder(buyer.id, await pay(shop, id))
  expect((await pagesOf([_id])).flat().join(' ')).toContain('Asha Rao has given no address yet')
  await expect(admin.api.getPackingSlips([_id, newId()])).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('while the slips of a hundred orders are drawn the shop answers others', { timeout: 180_000 }, async () => {
  const product = await addProduct(shop.db, { stock: 200 })
  const ids: string[] = []
  const buyer = await signedIn(shop)
  for (let count = 0; count < 100; count += 1) {
    await fillCart(buyer, product.id)
    ids.push((await buyCart(shop, buyer)).order._id)
  }
  // The thread that draws has been started.
  await pagesOf([ids[0]!])
  const ends: string[] = []
  const drawing = pagesOf(ids).then((pages) => {
    ends.push('slips')
    return pages
  })
  for (let count = 0; count < 10; count += 1) await admin.fetch('/healthz')
  ends.push('others')
  expect(await drawing).toHaveLength(100)
  expect(ends).toEqual(['others', 'slips'])
})
