import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let sought: string
let paymentId: string
let buyer: SignedIn
let productId: string
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  const product = await addProduct(shop.db, { name: 'Konkan Linen Band Collar Shirt', sizes: { M: 9, XXL: 9 } })
  productId = product.id
  buyer = await signedIn(shop)
  await shop.db
    .updateTable('users')
    .set({ firstname: 'Tara', lastname: 'Nair', phone: '+91 98290-10000' })
    .where('id', '=', buyer.id)
    .execute()
  await fillCart(buyer, productId, 1, 'XXL')
  const address = { fullName: 'Rakesh Menon', phone: '098765-00011', street: 'Flat 4–B, Lake Road', city: 'Jaipur' }
  const bought = await buyCart(shop, buyer, { ...ADDRESS, ...address, state: 'Rajasthan', pincode: '३०२००१' })
  sought = bought.order._id
  paymentId = bought.proof.razorpayPaymentId
  // Another order, so that a search that finds everything is noticed.
  const other = await signedIn(shop)
  // Nothing of it is in what is searched for: an id of hexadecimal digits may hold any short number by chance.
  await shop.db.updateTable('users').set({ phone: '91234 56789' }).where('id', '=', other.id).execute()
  await fillCart(other, productId, 1, 'M')
  const elsewhere = { fullName: 'Meera Das', phone: '91234 56789', street: '14 Hill Road', city: 'Surat' }
  await buyCart(shop, other, { ...ADDRESS, ...elsewhere, state: 'Gujarat', pincode: '395003' })
})
afterAll(() => shop.close())

async function found(search: string, by = admin): Promise<string[]> {
  const { items, total } = await by.api.listAllOrders({ search })
  expect((await by.api.countOrders({ search })).all).toBe(total)
  return items.map(({ _id }) => _id)
}

test.for([
  '9876500011',
  '98765 00011',
  '+91 98765 00011',
  '+919876500011',
  '098765-00011',
  '९८७६५ ०००११',
  '98765 000',
  '98290 10000',
  '09829010000',
  'nair tara',
  'Tara  Nair',
  'TARA, NAIR',
  'rakesh',
  'menon rakesh jaipur',
  '302001',
  'jaipur ३०२००१',
  'Flat 4-B',
  'lake road 4–b',
  'Band Collar XXL',
  'xxl linen nair',
  'collar rakesh 302001',
])('%s finds the order', async (search) => {
  expect(await found(search)).toEqual([sought])
})

test('an order is found by its own number and by the ids of the payment provider', async () => {
  const orderId = (await admin.api.listAllOrders({ search: sought })).items[0]?.orderId ?? ''
  const tail = paymentId.replace('pay_', '')
  for (const search of [paymentId, paymentId.toLowerCase(), tail, ` ${paymentId} `, orderId, `#${sought.slice(-6)}`]) {
    expect({ search, ids: await found(search) }).toEqual({ search, ids: [sought] })
  }
})

test.for(['98765 00012', 'nair meera', 'Band Collar L', 'xxl surat', 'jaipur 395003', 'pay_', 'pay_none', '#'])(
  '%s finds no order',
  async (search) => {
    expect((await found(search)).length).toBe(search === 'pay_' ? 2 : 0)
  },
)

test('an order is found by the number of its document', async () => {
  const [order] = (await admin.api.listAllOrders({ search: sought })).items
  const number = order?.documents[0]?.number ?? ''
  expect(number).not.toBe('')
  expect(await found(number)).toEqual([sought])
  expect(await found(number.toLowerCase())).toEqual([sought])
})

test('the export takes the words as the list does', async () => {
  const lines = (await admin.api.exportOrders({ search: 'nair band collar xxl' })).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(sought)
})

test('who packs finds by the recipient, and not by what the role does not see', async () => {
  const packer = await signedIn(shop, 'admin', 'packer')
  const [order] = (await admin.api.listAllOrders({ search: sought })).items
  expect(await found('rakesh 98765 00011 xxl', packer)).toEqual([sought])
  for (const search of [paymentId, order?.orderId ?? '', order?.user.email ?? '']) {
    expect(await found(search)).toEqual([sought])
    expect({ search, ids: await found(search, packer) }).toEqual({ search, ids: [] })
  }
})

test('the SKU and the barcode of a size find its orders, whole and in any case, for who only packs too', async () => {
  const [size] = await shop.db
    .updateTable('productSizes')
    .set({ sku: 'KON-BC-XXL', barcode: '8901234567894' })
    .where('productId', '=', productId)
    .where('size', '=', 'XXL')
    .returning('id')
    .execute()
  expect(size).toBeDefined()
  const packer = await signedIn(shop, 'admin', 'packer')
  for (const search of ['KON-BC-XXL', 'kon-bc-xxl', '8901234567894', 'KON-BC-XXL tara']) {
    expect({ search, ids: await found(search) }).toEqual({ search, ids: [sought] })
    expect({ search, ids: await found(search, packer) }).toEqual({ search, ids: [sought] })
  }
  for (const search of ['KON-BC', '89012345678', 'KON-BC-XXL meera']) {
    expect({ search, ids: await found(search) }).toEqual({ search, ids: [] })
  }
})
