import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let product: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  product = await addProduct(shop.db, { pricePaise: 100_000, stock: 500 })
})
beforeEach(() => setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' }))
afterEach(async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const GSTIN = '27AAPFU0939F1ZV'
const OTHER = '24AAACC1206D1ZM'
const FIRM = 'Ravi Traders LLP'

async function withCart() {
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  return buyer
}

async function finish(buyer: SignedIn, providerOrderId: string) {
  const proof = await pay(shop, providerOrderId)
  await buyer.api.verifyPayment(proof)
  return buyer.api.getOrder(buyer.id, proof)
}

const post = (buyer: SignedIn, path: string, body: unknown) =>
  buyer.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const textOf = async (buyer: SignedIn, documentId: string) => {
  const pdf = await buyer.api.getMyDocument(documentId)
  return readPdf(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join('\n')
}

test('the GSTIN of a business is in its order, on its receipt and on its tax invoice', async () => {
  const buyer = await withCart()
  const { id } = await buyer.api.startPayment(ADDRESS, 1000, ` ${GSTIN.toLowerCase()} `, FIRM)
  const order = await finish(buyer, id)
  expect(order).toMatchObject({ address: ADDRESS, buyerGstin: GSTIN })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [shipped] = await buyer.api.listMyOrders(buyer.id)
  expect(shipped?.documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'tax invoice'])
  for (const { _id } of shipped!.documents) expect(await textOf(buyer, _id)).toContain(`GSTIN ${GSTIN}`)
  expect((await admin.api.getOrderDetail(order._id)).order.buyerGstin).toBe(GSTIN)
  const { buyerGstin } = await shop.db
    .selectFrom('documents')
    .select('buyerGstin')
    .where('orderId', '=', order._id)
    .where('kind', '=', 'tax invoice')
    .executeTakeFirstOrThrow()
  expect(buyerGstin).toBe(GSTIN)
})

test('a wrong GSTIN is refused beside its field before anything is held', async () => {
  const buyer = await withCart()
  const faults = [
    ['27AAPFU0939F1ZW', /typing error/],
    ['99AAPFU0939F1ZV', /No state/],
    ['27AAPFU0939F1', /15 letters and digits/],
    ['x'.repeat(10_000), /At most 20/],
    [5, /./],
    [null, /./],
    [{}, /./],
  ] as const
  for (const [buyerGstin, sentence] of faults) {
    const answer = await post(buyer, '/api/payment/create/orderId', { address: ADDRESS, buyerGstin })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      fields: { buyerGstin: expect.stringMatching(sentence) },
    })
  }
  expect(await shop.db.selectFrom('checkouts').select('id').where('userId', '=', buyer.id).execute()).toEqual([])
  const { order } = await buyCart(shop, buyer)
  for (const [buyerGstin] of faults) {
    for (const body of [
      { address: ADDRESS, buyerGstin },
      { ...ADDRESS, buyerGstin },
    ]) {
      const answer = await post(buyer, `/api/order/address/${order._id}`, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ fields: { buyerGstin: expect.any(String) } })
    }
  }
  expect((await buyer.api.listMyOrders(buyer.id))[0]).not.toHaveProperty('buyerGstin')
})

test('the last GSTIN before paying counts, and none where the address comes again without', async () => {
  const buyer = await withCart()
  const first = await buyer.api.startPayment(ADDRESS, undefined, GSTIN, FIRM)
  expect(await buyer.api.startPayment(ADDRESS, undefined, OTHER, FIRM)).toEqual(first)
  expect(await buyer.api.startPayment()).toEqual(first)
  expect(await finish(buyer, first.id)).toMatchObject({ buyerGstin: OTHER })
  await fillCart(buyer, product.id)
  const second = await buyer.api.startPayment(ADDRESS, undefined, GSTIN, FIRM)
  await buyer.api.startPayment(ADDRESS)
  expect(await finish(buyer, second.id)).not.toHaveProperty('buyerGstin')
})

test('the address call keeps the GSTIN, sets another or removes it until the order is shipped', async () => {
  const buyer = await withCart()
  const order = await finish(buyer, (await buyer.api.startPayment(ADDRESS, undefined, GSTIN, FIRM)).id)
  const unchanged = await buyer.api.saveAddress(order._id, ADDRESS)
  expect(unchanged.order).toEqual(order)
  const renamed = await buyer.api.saveAddress(order._id, ADDRESS, OTHER, 'Sona Mills')
  expect(renamed.order).toEqual({ ...order, buyerGstin: OTHER, buyerFirm: 'Sona Mills' })
  const { buyerGstin: _, buyerFirm: __, ...without } = order
  expect((await buyer.api.saveAddress(order._id, ADDRESS, '')).order).toEqual(without)
  const bare = await post(buyer, `/api/order/address/${order._id}`, { ...ADDRESS, buyerGstin: GSTIN, buyerFirm: FIRM })
  expect(await bare.json()).toMatchObject({ order })
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([order])
  await expect((await withCart()).api.saveAddress(order._id, ADDRESS, OTHER)).rejects.toMatchObject({ status: 404 })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await expect(buyer.api.saveAddress(order._id, ADDRESS, OTHER)).rejects.toMatchObject({ status: 409 })
})

test('a seller without tax invoices takes no GSTIN, and a paid order does not fail for it', async () => {
  const buyer = await withCart()
  for (const taxRegistration of ['none', 'composition'] as const) {
    await setSettings(shop, { taxRegistration })
    await expect(buyer.api.startPayment(ADDRESS, undefined, GSTIN, FIRM)).rejects.toMatchObject({
      status: 400,
      fields: { buyerGstin: 'This shop issues no tax invoices. Please leave the GSTIN out.' },
    })
  }
  const { order } = await buyCart(shop, buyer)
  expect((await buyer.api.saveAddress(order._id, ADDRESS, GSTIN)).order).toEqual(order)
})

test('the shop’s own GSTIN is refused as the buyer’s, before anything is held and with the address', async () => {
  const buyer = await withCart()
  const own = {
    status: 400,
    fields: { buyerGstin: 'This is the shop’s own GSTIN. Please enter that of your business.' },
  }
  await expect(buyer.api.startPayment(ADDRESS, undefined, '29AAGCB7383J1Z4')).rejects.toMatchObject(own)
  const { order } = await buyCart(shop, buyer)
  await expect(buyer.api.saveAddress(order._id, ADDRESS, '29AAGCB7383J1Z4')).rejects.toMatchObject(own)
})

test('the UIN of an embassy is taken as the number of a business', async () => {
  const buyer = await withCart()
  const { id } = await buyer.api.startPayment(ADDRESS, undefined, '0717UNO00157UNO', 'UN House')
  expect(await finish(buyer, id)).toMatchObject({ buyerGstin: '0717UNO00157UNO' })
  for (const wrong of ['9917UNO00157UNO', '0717UNO0015UNO']) {
    await expect((await withCart()).api.startPayment(ADDRESS, undefined, wrong)).rejects.toMatchObject({ status: 400 })
  }
})

test('the invoice, the register and GSTR-1 name the business that buys, and the parcel the person', async () => {
  const buyer = await withCart()
  const { id } = await buyer.api.startPayment(ADDRESS, undefined, GSTIN, ' Ravi Traders LLP ')
  const order = await finish(buyer, id)
  expect(order).toMatchObject({ buyerGstin: GSTIN, buyerFirm: 'Ravi Traders LLP' })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [shipped] = await buyer.api.listMyOrders(buyer.id)
  const text = await textOf(buyer, shipped!.documents.at(-1)!._id)
  for (const words of ['Billed to', 'Ravi Traders LLP', 'Delivered to', ADDRESS.fullName]) expect(text).toContain(words)
  const { number } = shipped!.documents.at(-1)!
  const register = (await admin.api.getTaxRegister()).split('\n')
  expect(register.find((line) => line.includes(number))).toContain(`,Ravi Traders LLP,${GSTIN},`)
  const b2b = (await admin.api.getGstr1Csv('b2b')).split('\n')
  expect(b2b.find((line) => line.includes(number))).toMatch(new RegExp(`^${GSTIN},Ravi Traders LLP,`))
})

test('a name of a business counts with its GSTIN only, and goes with it', async () => {
  const buyer = await withCart()
  const bare = await finish(buyer, (await buyer.api.startPayment(ADDRESS, undefined, '', 'Ravi Traders')).id)
  expect(bare).not.toHaveProperty('buyerFirm')
  const named = await buyer.api.saveAddress(bare._id, ADDRESS, GSTIN, 'Ravi Traders')
  expect(named.order).toMatchObject({ buyerGstin: GSTIN, buyerFirm: 'Ravi Traders' })
  expect((await buyer.api.saveAddress(bare._id, ADDRESS)).order).toEqual(named.order)
  expect((await buyer.api.saveAddress(bare._id, ADDRESS, '')).order).toEqual(bare)
})

test('another GSTIN does not keep the name of the business before: its own is asked for, and nothing is changed', async () => {
  const buyer = await withCart()
  const order = await finish(buyer, (await buyer.api.startPayment(ADDRESS, undefined, GSTIN, FIRM)).id)
  const elsewhere = { ...ADDRESS, street: '9, Another Road' }
  await expect(buyer.api.saveAddress(order._id, elsewhere, OTHER)).rejects.toMatchObject({
    status: 400,
    fields: { buyerFirm: 'Please enter the name of your business, as it is registered under this GSTIN.' },
  })
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([order])
  expect((await buyer.api.saveAddress(order._id, ADDRESS, GSTIN)).order).toEqual(order)
  const { buyerFirm: _, ...nameless } = order
  const proprietor = await buyer.api.saveAddress(order._id, ADDRESS, OTHER, '')
  expect(proprietor.order).toEqual({ ...nameless, buyerGstin: OTHER })
  expect((await buyer.api.saveAddress(order._id, ADDRESS, GSTIN)).order).toEqual(nameless)
})

test('a GSTIN without the name of a business is that of a proprietor: the invoice names the person who buys', async () => {
  const buyer = await withCart()
  const { id } = await buyer.api.startPayment(ADDRESS, undefined, GSTIN, ' \u200B ')
  const order = await finish(buyer, id)
  expect(order).not.toHaveProperty('buyerFirm')
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [shipped] = await buyer.api.listMyOrders(buyer.id)
  const { _id, number } = shipped!.documents.at(-1)!
  expect(await textOf(buyer, _id)).toContain(`GSTIN ${GSTIN}`)
  const register = (await admin.api.getTaxRegister()).split('\n')
  expect(register.find((line) => line.includes(number))).toContain(`,${ADDRESS.fullName},${GSTIN},`)
  const b2b = (await admin.api.getGstr1Csv('b2b')).split('\n')
  expect(b2b.find((line) => line.includes(number))).toMatch(new RegExp(`^${GSTIN},${ADDRESS.fullName},`))
})

test('the register names whom the invoice names, and not the account', async () => {
  const buyer = await withCart()
  const { order } = await buyCart(shop, buyer, { ...ADDRESS, fullName: 'Ravi Kumar' })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [shipped] = await buyer.api.listMyOrders(buyer.id)
  const { number } = shipped!.documents.at(-1)!
  const register = (await admin.api.getTaxRegister()).split('\n')
  expect(register.find((line) => line.includes(number))).toContain(',Ravi Kumar,')
})
