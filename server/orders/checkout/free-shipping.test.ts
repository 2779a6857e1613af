import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'
import { sendMails } from '#server/mails/service.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, endHold, fillCart, NEVER, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(() => setSettings(shop, { shippingFee: 49, freeShippingFrom: 999 }))
afterEach(async () => {
  const { taxRegistration, takesCash, deliveryElsewhere, deliveryElsewhereFee } = DEFAULT_SETTINGS
  await setSettings(shop, { taxRegistration, gstin: '', takesCash, deliveryElsewhere, deliveryElsewhereFee })
  await expectInvariants(shop.db)
  await shop.db.updateTable('offers').set({ isActive: false }).execute()
})
afterAll(() => shop.close())

const create = async (changes: Parameters<typeof offerInput>[0] = {}) =>
  (await admin.api.createOffer(offerInput({ freeShipping: true, ...changes }))).offer
const usesOf = async ({ _id }: { _id: string }) => (await admin.api.getOffer(_id)).used

async function filled(pricePaise: number, product: Parameters<typeof addProduct>[1] = {}) {
  const buyer = await signedIn(shop)
  const { id } = await addProduct(shop.db, { pricePaise, stock: 20, ...product })
  await fillCart(buyer, id)
  return { ...buyer, productId: id }
}

let phones = 9_100_000_000
const address = () => ({ ...ADDRESS, phone: String((phones += 1)), street: `${phones}, Main Road` })

test('a code takes the shipping fee away, from the cart to the order, and says so', async () => {
  const offer = await create({ code: 'FREESHIP' })
  expect(offer).toMatchObject({ freeShipping: true, summary: 'FREESHIP: free shipping', state: 'running' })
  const buyer = await filled(50_000)
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 549, fees: [{ kind: 'shipping', amount: 49 }] })
  const discount = { amount: 0, reason: 'FREESHIP: free shipping', shipping: 49 }
  const cart = await buyer.api.enterCode('freeship')
  expect(cart).toMatchObject({ finalprice: 500, discount: { subtotal: 500, ...discount } })
  expect(cart).not.toHaveProperty('fees')
  expect(cart.code).toEqual({ code: 'FREESHIP', isRefused: false })
  await expect(buyer.api.startPayment(ADDRESS, 549)).rejects.toMatchObject({
    message: 'Your total was ₹549.00 and is ₹500.00 now. Please look at your order again.',
  })
  expect((await buyer.api.startPayment(ADDRESS, 500)).amount).toBe(50_000)
  expect(await usesOf(offer)).toBe(1)
  const { order } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ totalAmount: 500, totalPrice: 500, discount })
  expect(order).not.toHaveProperty('fees')
  expect((await admin.api.getOrderDetail(order._id)).order.discount).toEqual(discount)
  const csv = await admin.api.exportOrders({ search: order._id })
  expect(parse(csv, { columns: true, bom: true })).toMatchObject([
    { discount: '0.00', shipping_off: '49.00', total: '500.00' },
  ])
  expect(await buyer.api.getCart()).toEqual({ cart: [], finalprice: 0 })
  // What is frozen stays, whatever becomes of the offer and the fee.
  await admin.api.switchOffer(offer._id, false)
  await setSettings(shop, { shippingFee: 99 })
  expect((await buyer.api.listMyOrders(buyer.id))[0]).toMatchObject({ totalAmount: 500, discount })
})

test('an offer of free shipping by itself is in every cart that fulfils it', async () => {
  const shirts = await addCategory(shop.db, 'Linen shirts')
  await create({ name: 'Free way', categories: [shirts.id], minimumTotal: 400 })
  const other = await filled(50_000)
  expect(await other.api.getCart()).toMatchObject({ finalprice: 549 })
  const buyer = await filled(30_000, { categoryId: shirts.id })
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 349 })
  await fillCart(buyer, buyer.productId, 2)
  expect(await buyer.api.getCart()).toMatchObject({
    finalprice: 600,
    discount: { reason: 'Free way: free shipping with Linen shirts from ₹400', shipping: 49 },
  })
  expect((await buyCart(shop, buyer)).order).toMatchObject({ totalAmount: 600, discount: { shipping: 49 } })
})

test('a code of free shipping gives nothing where no fee is due, and no use of it is spent', async () => {
  const offer = await create({ maxUses: 1 })
  const buyer = await filled(99_900)
  const cart = await buyer.api.enterCode(offer.code!)
  expect(cart).toMatchObject({
    finalprice: 999,
    code: { notice: `${offer.code} takes nothing off this cart.`, isRefused: false },
  })
  expect(cart).not.toHaveProperty('discount')
  const { order } = await buyCart(shop, buyer)
  expect(order).not.toHaveProperty('discount')
  expect(await usesOf(offer)).toBe(0)
  await setSettings(shop, { shippingFee: 0 })
  const later = await filled(50_000)
  expect((await later.api.enterCode(offer.code!)).code?.notice).toBe(`${offer.code} takes nothing off this cart.`)
  expect((await buyCart(shop, later)).order).not.toHaveProperty('discount')
  expect(await usesOf(offer)).toBe(0)
})

test('of free shipping and money off the one that saves more in this cart is taken', async () => {
  const offer = await create()
  await admin.api.createOffer(offerInput({ name: 'Tenth' }))
  const buyer = await filled(40_000)
  expect(await buyer.api.enterCode(offer.code!)).toMatchObject({ finalprice: 400, discount: { shipping: 49 } })
  await fillCart(buyer, buyer.productId, 2)
  const cart = await buyer.api.getCart()
  expect(cart).toMatchObject({
    finalprice: 769,
    fees: [{ kind: 'shipping', amount: 49 }],
    discount: { amount: 80, reason: 'Tenth: 10% off' },
    code: { notice: `Tenth: 10% off. This takes more off than ${offer.code}.` },
  })
  expect(cart.discount).not.toHaveProperty('shipping')
  expect((await buyCart(shop, buyer)).order.totalAmount).toBe(769)
  expect(await usesOf(offer)).toBe(0)
})

test('an offer that would cost more in shipping than it takes off is not taken', async () => {
  await admin.api.createOffer(offerInput({ code: 'LESS30', amount: 30 }))
  const buyer = await filled(100_000)
  expect(await buyer.api.enterCode('LESS30')).toMatchObject({
    finalprice: 1_000,
    code: { notice: 'LESS30 takes nothing off this cart.' },
  })
  expect((await buyer.api.startPayment(ADDRESS, 1_000)).amount).toBe(100_000)
})

test('the fee of a PIN code and that of cash stay, and the total is that of the order', async () => {
  await setSettings(shop, {
    takesCash: true,
    cashNeedsConfirming: false,
    deliveryElsewhere: 'Prepaid and cash on delivery',
    deliveryElsewhereFee: 60,
  })
  const { code } = await create()
  const buyer = await filled(50_000)
  await buyer.api.enterCode(code!)
  await expect(buyer.api.startPayment(address(), 500)).rejects.toMatchObject({ status: 409 })
  expect((await buyer.api.startPayment(address(), 560)).amount).toBe(56_000)
  const { order } = await buyCart(shop, buyer, address())
  const pin = { kind: 'pin', name: 'Delivery to your PIN code', amount: 60 }
  expect(order).toMatchObject({ totalAmount: 560, fees: [pin], discount: { amount: 0, shipping: 49 } })
  const other = await filled(50_000)
  await other.api.enterCode(code!)
  const cash = await other.api.orderForCash({ address: address(), expectedTotal: 600 })
  expect(cash).toMatchObject({
    totalAmount: 600,
    cashToCollect: 600,
    fees: [pin, { kind: 'cash', amount: 40 }],
    discount: { amount: 0, shipping: 49 },
  })
  const rich = await filled(50_000)
  await admin.api.giveCredit(rich.id, { amount: 1_000, reason: 'A test.' })
  await rich.api.enterCode(code!)
  expect(await rich.api.orderByCredit({ address: address(), expectedTotal: 560 })).toMatchObject({
    totalAmount: 560,
    storeCredit: { used: 560 },
    discount: { amount: 0, shipping: 49 },
  })
})

test('a use is limited, is given back with the hold and with a cancelled order, and no fee goes back', async () => {
  const offer = await create({ maxUses: 1, maxUsesPerCustomer: 1 })
  const first = await filled(50_000)
  await first.api.enterCode(offer.code!)
  await first.api.startPayment(ADDRESS)
  const second = await filled(50_000)
  await expect(second.api.enterCode(offer.code!)).rejects.toThrow('used up')
  await endHold(shop, first.id)
  await first.api.removeCode()
  expect((await first.api.startPayment(ADDRESS, 549)).amount).toBe(54_900)
  expect(await usesOf(offer)).toBe(0)
  await second.api.enterCode(offer.code!)
  const { order } = await buyCart(shop, second)
  expect(await usesOf(offer)).toBe(1)
  const { order: cancelled } = await second.api.cancelMyOrder(order._id)
  expect(cancelled.refund).toMatchObject({ amount: 500 })
  expect(await usesOf(offer)).toBe(0)
})

test('a fee that the owner changes while somebody pays changes nothing for who does not pay it', async () => {
  const { code } = await create()
  const buyer = await filled(50_000)
  await buyer.api.enterCode(code!)
  const start = await buyer.api.startPayment(ADDRESS, 500)
  await setSettings(shop, { shippingFee: 99 })
  expect(await buyer.api.startPayment(ADDRESS, 500)).toEqual(start)
  const proof = await pay(shop, start.id)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ totalAmount: 500, discount: { shipping: 49 } })
})

test('an offer that ends while somebody looks is told before anything is held', async () => {
  const offer = await create({ name: 'Ends soon' })
  const buyer = await filled(50_000)
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 500 })
  await admin.api.switchOffer(offer._id, false)
  await expect(buyer.api.startPayment(ADDRESS, 500)).rejects.toMatchObject({
    message: 'Your total was ₹500.00 and is ₹549.00 now. Please look at your order again.',
  })
})

test('documents, the month and what comes back know no fee that was not paid', async () => {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { code = '', summary } = await create()
  const buyer = await filled(50_000)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 30_001, stock: 9 })).id)
  await buyer.api.enterCode(code)
  const { order } = await buyCart(shop, buyer)
  expect(order.totalAmount).toBe(800.01)
  const voucher = await textOf(order.documents[0]!._id)
  expect(voucher).toContain('Shipping Free')
  expect(voucher).not.toContain(code)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  expect(await textOf(`${order._id}-invoice`)).not.toContain(code)
  expect(await linesOf(order._id, 'tax invoice')).toEqual(['50000', '30001'])
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const piece = order.products[0]!
  const asked = await buyer.api.askForReturn(order._id, {
    lines: [{ _id: piece._id, quantity: 1, reason: 'not as shown' }],
  })
  await admin.api.changeReturn(asked._id, { to: 'approved' })
  await admin.api.changeReturn(asked._id, { to: 'received' })
  await admin.api.changeReturn(asked._id, {
    to: 'inspected',
    pieces: [{ _id: piece._id, quantity: 1, condition: 'as new' }],
  })
  await admin.api.changeReturn(asked._id, { refund: true })
  expect(await linesOf(order._id, 'credit note')).toEqual(['50000'])

  const other = await filled(50_000)
  await other.api.enterCode(code)
  const { order: whole } = await buyCart(shop, other)
  await admin.api.changeOrderStatus(whole._id, 'shipped')
  await admin.api.changeOrderStatus(whole._id, 'cancelled')
  await takeIn(admin, whole._id)
  expect(await linesOf(whole._id, 'credit note')).toEqual(['50000'])
  expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ differing: 0, differences: [] })

  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ text }) => text.includes(order._id))?.text
  expect(mail).toContain(`${summary}: saves ₹49.00\nTotal: ₹800.01`)
  expect(mail).toContain('shipping is free')
})

async function textOf(documentId: string): Promise<string> {
  const pdf = await admin.api.getDocument(documentId)
  return readPdf(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join('\n')
}

/** The kind of a fee and the amount in paise of each line of the documents of this kind. */
async function linesOf(orderId: string, kind: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', fee, price_paise * quantity) as line
    from document_lines join documents on documents.id = document_id
    where order_id = ${orderId} and kind = ${kind} order by documents.number, position`.execute(shop.db)
  return rows.map(({ line }) => line)
}

test('the preview of an offer shows totals with the shipping fee, and says where the shop has none', async () => {
  await shop.db.deleteFrom('cartLines').execute()
  await filled(50_000)
  const input = offerInput({ name: 'Free way', freeShipping: true })
  expect(await admin.api.previewOffer(input)).toEqual({
    carts: [
      {
        lines: [{ name: expect.any(String), quantity: 1 }],
        before: 549,
        after: 500,
        reason: 'Free way: free shipping',
      },
    ],
  })
  await setSettings(shop, { shippingFee: 0 })
  const { carts, warning } = await admin.api.previewOffer(input)
  expect(carts).toMatchObject([{ before: 500, after: 500 }])
  expect(warning).toBe('The shop has no shipping fee now, so this offer takes nothing off. The fee is set at Settings.')
})

test('an offer gives one thing, and what it gives can be changed', async () => {
  for (const fault of [{ percent: 10 }, { amount: 10 }]) {
    await expect(create(fault)).rejects.toMatchObject({ status: 400, fields: { percent: expect.any(String) } })
  }
  await expect(create({ maxDiscount: 30 })).rejects.toMatchObject({ fields: { maxDiscount: expect.any(String) } })
  const nothing = { ...offerInput(), percent: undefined, freeShipping: false }
  await expect(admin.api.createOffer(nothing)).rejects.toMatchObject({ fields: { percent: expect.any(String) } })
  const offer = await create()
  const change = { ...offerInput({ code: offer.code!, percent: 10 }), revision: offer.revision }
  const { offer: cheaper } = await admin.api.editOffer(offer._id, change)
  expect(cheaper).toMatchObject({ percent: 10, summary: `${offer.code}: 10% off` })
  expect(cheaper).not.toHaveProperty('freeShipping')
  expect((await admin.api.getOffer(offer._id)).percent).toBe(10)
})
