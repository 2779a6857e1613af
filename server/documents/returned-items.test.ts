import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { newId } from '#server/db/new-id.ts'
import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', addressLines: '4, Church Street' })
})
afterEach(() => Promise.all([expectInvariants(shop.db), expectEqualLedger()]))
afterAll(() => shop.close())

/** The month's documents and the ledger say the same. */
async function expectEqualLedger() {
  const { ledger, sums } = await admin.api.getTaxMonth()
  expect(ledger).toMatchObject({ differing: 0, total: sums.total })
}

/** A delivered order of three shirts at 5 % and a coat at 18 %. */
async function delivered({ isCash = false } = {}) {
  const buyer = await signedIn(shop)
  const [shirt, coat] = [
    await addProduct(shop.db, { pricePaise: 105_000, stock: 20 }),
    await addProduct(shop.db, { pricePaise: 590_000, stock: 20 }),
  ]
  await fillCart(buyer, shirt.id, 3)
  await fillCart(buyer, coat.id)
  const order = isCash ? await buyer.api.orderForCash({ address: ADDRESS }) : (await buyCart(shop, buyer)).order
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const lineOf = (productId: string) => order.products.find(({ product }) => product._id === productId)!._id
  return { buyer, order, shirt: lineOf(shirt.id), coat: lineOf(coat.id) }
}

async function giveBack({ buyer, order }: Awaited<ReturnType<typeof delivered>>, lineId: string, quantity = 1) {
  const { _id } = await buyer.api.askForReturn(order._id, { lines: [{ _id: lineId, quantity, reason: 'too small' }] })
  await admin.api.changeReturn(_id, { to: 'approved' })
  return _id
}

const notesOf = async (orderId: string) => {
  const { rows } = await sql<{
    totalPaise: number
    reason: string
    lines: { line: string; percent: number; quantity: number }[]
  }>`
    select total_paise, data #>> '{corrects,reason}' as reason, (
      select json_agg(json_build_object('line', order_line_id, 'percent', percent, 'quantity', quantity) order by position)
      from document_lines where document_id = documents.id
    ) as lines
    from documents where order_id = ${orderId} and kind = 'credit note' order by number`.execute(shop.db)
  return rows
}

test('a credit note is over exactly the pieces that came back, with their own tax', async () => {
  const given = await delivered()
  for (const [lineId, quantity] of [
    [given.coat, 1],
    [given.shirt, 2],
  ] as const) {
    await admin.api.changeReturn(await giveBack(given, lineId, quantity), { refund: true })
  }
  expect(await notesOf(given.order._id)).toEqual([
    { totalPaise: 590_000, reason: 'pieces returned', lines: [{ line: given.coat, percent: 18, quantity: 1 }] },
    { totalPaise: 210_000, reason: 'pieces returned', lines: [{ line: given.shirt, percent: 5, quantity: 2 }] },
  ])
  expect((await admin.api.getOrderDetail(given.order._id)).order).toMatchObject({ refund: { amount: 8000 } })
})

test('money that went back at the provider before is credited beside the pieces, and never more than the invoice', async () => {
  const given = await delivered()
  const { rows } = await sql<{ id: string }>`select id from payments where order_id = ${given.order._id}`.execute(
    shop.db,
  )
  const foreign = { id: `rfnd_${newId()}`, paymentId: rows[0]!.id, amountPaise: 400_000, status: 'processed' } as const
  await recordRefund(shop.shop, foreign)
  const returnId = await giveBack(given, given.coat)
  const { return: settled } = await admin.api.changeReturn(returnId, { refund: true })
  expect(settled.refund).toMatchObject({ refunded: 5050, due: 0 })
  expect((await notesOf(given.order._id)).map(({ totalPaise }) => totalPaise)).toEqual([400_000, 505_000])
  const nothing = admin.api.changeReturn(await giveBack(given, given.shirt), { refund: true })
  await expect(nothing).rejects.toMatchObject({ status: 409, message: expect.stringContaining('is back already') })
})

test('what was paid at the door is credited when it is paid back by hand', async () => {
  await setSettings(shop, { takesCash: true, cashFee: 40, cashLimit: 50_000, cashNeedsConfirming: false })
  const given = await delivered({ isCash: true })
  const returnId = await giveBack(given, given.shirt)
  await given.buyer.api.changeRefundTo(given.order._id, returnId, 'asha@upi')
  await admin.api.changeReturn(returnId, { refund: { reference: 'UTR 1' } })
  expect(await notesOf(given.order._id)).toMatchObject([{ totalPaise: 105_000, lines: [{ line: given.shirt }] }])
})

/** The pieces of the month's return to consumers at a rate. */
async function countInReturn(rate: number): Promise<number> {
  const answer = await admin.fetch('/api/admin/tax/gstr1')
  const { hsn } = (await answer.json()) as { hsn: { hsn_b2c: { rt: number; qty: number }[] } }
  return hsn.hsn_b2c.reduce((sum, { rt, qty }) => (rt === rate ? sum + qty : sum), 0)
}

test('the HSN table counts pieces that came back one by one no more, and those of a part of the price that was given back still', async () => {
  const given = await delivered()
  const other = await delivered()
  const [shirts, coats] = [await countInReturn(5), await countInReturn(18)]
  await admin.api.changeReturn(await giveBack(given, given.shirt, 2), { refund: true })
  expect([await countInReturn(5), await countInReturn(18)]).toEqual([shirts - 2, coats])
  await admin.api.changeReturn(await giveBack(given, given.coat), { refund: true })
  expect([await countInReturn(5), await countInReturn(18)]).toEqual([shirts - 2, coats - 1])
  const { id } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('orderId', '=', other.order._id)
    .executeTakeFirstOrThrow()
  await refundAtProvider(id, 20_000, 'processed')
  expect([await countInReturn(5), await countInReturn(18)]).toEqual([shirts - 2, coats - 1])
})

const refundAtProvider = async (paymentId: string, amountPaise: number, status: 'pending' | 'processed') =>
  recordRefund(shop.shop, { id: `rfnd_of_${paymentId}`, paymentId, amountPaise, status })

/** What the order's documents come to, in paise. */
async function leftOfDocuments(orderId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select sum(case kind when 'credit note' then -total_paise else total_paise end)::bigint as paise
    from documents where order_id = ${orderId} and kind in ('tax invoice', 'credit note')`.execute(shop.db)
  return rows[0]!.paise
}

test.each([
  ['all', 905_000, 0],
  ['most', 800_000, 0],
  ['a part', 20_000, 695_000 - 20_000],
])(
  '%s of the money goes back at the provider before the shop’s own refund for pieces that came back',
  async (_, amountPaise, left) => {
    const given = await delivered()
    await admin.api.changeReturn(await giveBack(given, given.shirt, 2), { refund: true })
    const { id } = await shop.db
      .selectFrom('payments')
      .select('id')
      .where('orderId', '=', given.order._id)
      .executeTakeFirstOrThrow()
    expect(await refundAtProvider(id, amountPaise, 'pending')).toBe(true)
    await expectInvariants(shop.db)
    await expectEqualLedger()
    await refundAtProvider(id, amountPaise, 'processed')
    expect(await leftOfDocuments(given.order._id)).toBe(left)
  },
)

test('all of the money goes back at the provider before the shop’s own refund for a piece that was cancelled', async () => {
  const buyer = await signedIn(shop)
  const shirt = await addProduct(shop.db, { pricePaise: 105_000, stock: 20 })
  await fillCart(buyer, shirt.id, 3)
  const { order, proof } = await buyCart(shop, buyer)
  const line = order.products[0]!._id
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await refundAtProvider(proof.razorpayPaymentId, 315_000, 'pending')
  await expectInvariants(shop.db)
  await expectEqualLedger()
  await refundAtProvider(proof.razorpayPaymentId, 315_000, 'processed')
  expect(await leftOfDocuments(order._id)).toBe(0)
})
