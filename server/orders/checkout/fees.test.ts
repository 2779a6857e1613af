import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { sendMails } from '#server/mails/service.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
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
afterEach(async () => {
  const { shippingFee, taxRegistration } = DEFAULT_SETTINGS
  await setSettings(shop, { shippingFee, taxRegistration, gstin: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const SHIPPING = [{ kind: 'shipping', name: 'Shipping', amount: 49 }]
const PUNE = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' }

async function filled(pricePaise: number) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise, stock: 9 })
  await fillCart(buyer, product.id)
  return { buyer, product }
}

test('without a fee a cart, an order and its documents say nothing of fees', async () => {
  const { buyer } = await filled(50_000)
  expect(await buyer.api.getCart()).not.toHaveProperty('fees')
  const { order } = await buyCart(shop, buyer)
  expect(order).not.toHaveProperty('fees')
})

test('a small order bears the shipping fee from the cart to the order, and a large one does not', async () => {
  await setSettings(shop, { shippingFee: 49 })
  const { buyer, product } = await filled(50_000)
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 549, fees: SHIPPING })
  const start = await buyer.api.startPayment(ADDRESS, 549)
  expect(start.amount).toBe(54_900)
  const { order } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ totalAmount: 549, totalPrice: 549, fees: SHIPPING })
  expect((await admin.api.getOrderDetail(order._id)).order.fees).toEqual(SHIPPING)
  expect(await buyer.api.getCart()).toEqual({ cart: [], finalprice: 0 })
  await fillCart(buyer, product.id, 2)
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 1000 })
  expect(await buyer.api.getCart()).not.toHaveProperty('fees')
})

test('the fee is decided by what the goods cost after their discount', async () => {
  await setSettings(shop, { shippingFee: 49 })
  await admin.api.createOffer(offerInput({ code: 'LESS200', amount: 200 }))
  const { buyer } = await filled(110_000)
  expect(await buyer.api.getCart()).not.toHaveProperty('fees')
  expect(await buyer.api.enterCode('LESS200')).toMatchObject({ finalprice: 949, fees: SHIPPING })
  await buyer.api.removeCode()
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 1100 })
})

test('a fee that comes between looking and paying is told before anything is held', async () => {
  const { buyer, product } = await filled(50_000)
  await setSettings(shop, { shippingFee: 49 })
  await expect(buyer.api.startPayment(ADDRESS, 500)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your total was ₹500.00 and is ₹549.00 now. Please look at your order again.',
  })
  expect((await shop.visitor().api.getProduct(product.id)).stock).toBe(9)
})

test('a fee is frozen: what the owner changes while somebody pays changes nothing', async () => {
  await setSettings(shop, { shippingFee: 49 })
  const { buyer } = await filled(50_000)
  const first = await buyer.api.startPayment(ADDRESS)
  await setSettings(shop, { shippingFee: 99 })
  const again = await buyer.api.startPayment(ADDRESS)
  expect([first.amount, again.amount]).toEqual([54_900, 59_900])
  expect(again.id).not.toBe(first.id)
})

test('documents and the month tax the fee with the goods, at the highest rate among them', async () => {
  await setSettings(shop, {
    shippingFee: 49,
    freeShippingFrom: 10_000,
    taxRegistration: 'regular',
    gstin: '29AAGCB7383J1Z4',
  })
  const { buyer } = await filled(105_000)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 299_900 })).id)
  const { order } = await buyCart(shop, buyer, PUNE)
  expect(order.totalAmount).toBe(4098)
  const voucher = await admin.api.getDocument(order.documents[0]!._id)
  expect(
    readPdf(Buffer.from(await voucher.arrayBuffer()))
      .flat()
      .join('\n'),
  ).toContain('Shipping ₹49.00')
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const fee = await shop.db
    .selectFrom('documentLines')
    .selectAll()
    .where('documentId', '=', `${order._id}-invoice`)
    .where('fee', 'is not', null)
    .execute()
  // 49.00 × 18 / 118 = 7.47
  expect(fee).toMatchObject([
    {
      fee: 'shipping',
      orderLineId: null,
      quantity: 1,
      percent: 18,
      pricePaise: 4900,
      integratedPaise: 747,
      hsn: '6203',
    },
  ])
  const month = await admin.api.getTaxMonth()
  expect(month.ledger).toEqual({ total: 4098, differing: 0, differences: [] })
  expect(month.sums.total).toBe(4098)
  const { hsn } = (await admin.api.getGstr1()) as { hsn: { hsn_b2c: { qty: number; txval: number }[] } }
  expect(hsn.hsn_b2c.reduce((sum, { qty }) => sum + qty, 0)).toBe(2)
  expect(hsn.hsn_b2c.map(({ txval }) => txval).toSorted((one, other) => one - other)).toEqual([1000, 2583.06])
})

test('a fee is credited with the whole order, and after a part only once all goods are', async () => {
  await setSettings(shop, { shippingFee: 49, taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const orders = []
  for (const buyer of [(await filled(50_000)).buyer, (await filled(50_000)).buyer]) {
    const { order } = await buyCart(shop, buyer)
    await admin.api.changeOrderStatus(order._id, 'shipped')
    orders.push(order._id)
  }
  const [whole = '', inParts = ''] = orders
  await admin.api.changeOrderStatus(whole, 'cancelled')
  await takeIn(admin, whole)
  expect(await creditedOf(whole)).toEqual(['50000', 'shipping 4900'])
  await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason, status, provider_refund_id, is_foreign)
    select 'first part', id, order_id, 20000, 'refunded at the provider', 'processed', 'rfnd_part', true from payments
    where order_id = ${inParts}`.execute(shop.db)
  await sql`
    insert into audit_log (action, subject_type, subject_id, after)
    select 'refund.reported', 'payment', id, '{"id": "rfnd_part"}' from payments where order_id = ${inParts}`.execute(
    shop.db,
  )
  await inTransaction(shop.db, (db) => issueRefundDocuments(db, inParts, 'a part came back'))
  expect(await creditedOf(inParts)).toEqual(['20000'])
  await admin.api.changeOrderStatus(inParts, 'cancelled')
  await takeIn(admin, inParts)
  expect(await creditedOf(inParts)).toEqual(['20000', '30000', 'shipping 4900'])
})

/** The lines of the credit notes of an order, in the order of issue: the kind of a fee, and the amount in paise. */
async function creditedOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', fee, price_paise * quantity) as line
    from document_lines join documents on documents.id = document_id
    where order_id = ${orderId} and kind = 'credit note' order by documents.number, position`.execute(shop.db)
  return rows.map(({ line }) => line)
}

test('the mail about an order names the fee and does not say that shipping is free', async () => {
  await setSettings(shop, { shippingFee: 49 })
  const { buyer } = await filled(50_000)
  await buyCart(shop, buyer)
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ to }) => to.includes(buyer.id))
  expect(mail?.text).toContain('Shipping')
  expect(mail?.text).toContain('₹49.00')
  expect(mail?.text).not.toContain('shipping is free')
})
