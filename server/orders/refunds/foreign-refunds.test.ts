import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { processEvents } from '#server/orders/provider-events/provider-events.ts'
import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { requestRefundOfPayment } from '#server/orders/refund-request-queries.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buy,
  fillCart,
  listSandboxRecords,
  makeDue,
  NEVER,
  pay,
  setSandboxFaults,
  signedIn,
  type SignedIn,
} from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

/** Refunds that somebody makes at the provider, in its dashboard, without the shop. */

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSandboxFaults(shop, {
    failNext: 0,
    refundAfterMs: 1,
    failRefundNext: 0,
    duplicateWebhooks: 0,
    shuffleWebhooks: false,
  })
  await shop.db.deleteFrom('settings').execute()
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const PRICE = 100_000

async function bought() {
  const { buyer, order, proof } = await buy(shop, (await addProduct(shop.db, { pricePaise: PRICE, stock: 3 })).id)
  return { buyer, orderId: order._id, paymentId: proof.razorpayPaymentId }
}

const refundByHand = (paymentId: string, amountPaise: number) =>
  shop.shop.provider.refundPayment({ paymentId, amountPaise, idempotencyKey: newId(), notes: {} })

const atProvider = async (paymentId: string) =>
  (await listSandboxRecords(shop)).refunds.items.filter(({ payment_id }) => payment_id === paymentId)

const ordersOf = async ({ api, id }: SignedIn) => {
  const [order] = await api.listMyOrders(id)
  return order!
}

/** All events have come, and the shop has dealt with them. */
async function untilTold(): Promise<void> {
  await expect
    .poll(async () => {
      await processEvents(shop.shop, NEVER)
      const { rows } = await sql`
        select from sandbox_events where delivered_at is null and next_attempt_at is not null
        union all select from sandbox_refunds where due_at is not null
        union all select from webhook_events where processed_at is null`.execute(shop.db)
      return rows.length
    })
    .toBe(0)
}

async function send(): Promise<void> {
  await makeDue(shop)
  await sendRefunds(shop.shop, NEVER)
}

async function untilAllIsBack(paymentId: string): Promise<void> {
  await expect
    .poll(async () => {
      await send()
      const refunds = await atProvider(paymentId)
      return refunds.reduce((sum, { amount, status }) => sum + (status === 'processed' ? amount : 0), 0)
    })
    .toBe(PRICE)
  await untilTold()
  await send()
}

test('a part that went back at the provider is seen, and cancelling returns the rest', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const { buyer, orderId, paymentId } = await bought()
  const { id } = await refundByHand(paymentId, 20_000)
  await untilTold()
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'partly refunded',
    refund: { amount: 200, doneAt: expect.any(String) },
    refunds: [{ amount: 200, status: 'done', isByShop: false }],
    refundedAmount: 200,
  })
  expect(await admin.api.getOrderDetail(orderId)).toMatchObject({
    refund: { _id: id, amount: 200, status: 'processed', reason: 'refunded at the provider' },
    refunds: [{ _id: id, isByShop: false }],
  })
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  expect(await ordersOf(buyer)).toMatchObject({ payment: 'refund pending', refund: { amount: 1000, doneAt: null } })
  await untilAllIsBack(paymentId)
  expect((await atProvider(paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([20_000, 80_000])
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'cancelled',
    payment: 'refunded',
    refunds: [
      { amount: 200, isByShop: false },
      { amount: 800, isByShop: true, status: 'done' },
    ],
    refundedAmount: 1000,
  })
})

test('a part that goes back while the shop asks for all makes it ask for what is left', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1, delayWebhooksMs: 600_000 })
  const { buyer, orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  await refundByHand(paymentId, 20_000)
  await send()
  expect((await atProvider(paymentId)).map(({ amount }) => amount)).toEqual([20_000])
  await send()
  expect((await atProvider(paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([20_000, 80_000])
  await expect
    .poll(async () => {
      await send()
      return (await ordersOf(buyer)).payment
    })
    .toBe('refunded')
  await setSandboxFaults(shop, { delayWebhooksMs: 0 })
  await sql`update sandbox_events set next_attempt_at = null where subject = ${paymentId}`.execute(shop.db)
})

test('several parts, told three times and in any order, cancel the order once all of it is back', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1, duplicateWebhooks: 2, shuffleWebhooks: true })
  const { buyer, paymentId } = await bought()
  await refundByHand(paymentId, 30_000)
  await refundByHand(paymentId, 30_000)
  await untilTold()
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'partly refunded',
    refundedAmount: 600,
  })
  await refundByHand(paymentId, 40_000)
  await untilTold()
  expect(await ordersOf(buyer)).toMatchObject({ status: 'cancelled', payment: 'refunded', refundedAmount: 1000 })
  await send()
  expect(await atProvider(paymentId)).toHaveLength(3)
})

test('a part that fails counts no longer: the shop returns that too', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const { buyer, orderId, paymentId } = await bought()
  const part = await refundByHand(paymentId, 20_000)
  await untilAsked(paymentId, 1)
  expect(await ordersOf(buyer)).toMatchObject({
    payment: 'partly refunded',
    refundedAmount: 0,
    refund: { doneAt: null },
  })
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  await send()
  const own = async () => (await atProvider(paymentId)).find(({ id }) => id !== part.id)?.status
  // The next refund that is due is the part.
  await expect.poll(own).toBe('processed')
  await setSandboxFaults(shop, { failRefundNext: 1 })
  await sql`update sandbox_refunds set due_at = now() where id = ${part.id}`.execute(shop.db)
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  await expect.poll(async () => (await atProvider(paymentId)).find(({ id }) => id === part.id)?.status).toBe('failed')
  await untilTold()
  await untilAllIsBack(paymentId)
  expect(await ordersOf(buyer)).toMatchObject({ payment: 'refunded', refundedAmount: 1000 })
  const done = (await atProvider(paymentId)).filter(({ status }) => status === 'processed')
  expect(done.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([20_000, 80_000])
})

/** The shop knows so many refunds of a payment. */
const untilAsked = async (paymentId: string, count: number) =>
  await expect
    .poll(async () => {
      await processEvents(shop.shop, NEVER)
      return (await shop.db.selectFrom('refunds').select('id').where('paymentId', '=', paymentId).execute()).length
    })
    .toBe(count)

test('of two parts under way each counts with its own amount, and only both cancel the order', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const { buyer, orderId, paymentId } = await bought()
  const parts = [await refundByHand(paymentId, 30_000), await refundByHand(paymentId, 70_000)] as const
  await untilAsked(paymentId, 2)
  await recordRefund(shop.shop, { ...parts[0], status: 'processed' })
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'refund pending',
    refundedAmount: 300,
  })
  const CANNOT = 'All of the money of this order goes back at the provider, so it cannot be shipped.'
  await expect(admin.api.changeOrderStatus(orderId, 'shipped')).rejects.toMatchObject({ status: 409, message: CANNOT })
  await recordRefund(shop.shop, { ...parts[1], status: 'failed' })
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'partly refunded',
    refundedAmount: 300,
  })
  await recordRefund(shop.shop, { ...parts[1], status: 'pending' })
  expect(await ordersOf(buyer)).toMatchObject({ refund: { amount: 300 } })
  await sql`update sandbox_refunds set due_at = null where payment_id = ${paymentId}`.execute(shop.db)
})

test('what was shipped stays so when its money went back, and that is seen', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const { buyer, orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await refundByHand(paymentId, PRICE)
  await untilTold()
  expect(await ordersOf(buyer)).toMatchObject({ status: 'shipped', payment: 'refunded', refundedAmount: 1000 })
})

test('a refund in place of one of the shop’s that failed settles the order', async () => {
  const { buyer, orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  const own = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  const report = { id: `rfnd_${newId()}`, paymentId, amountPaise: PRICE }
  await recordRefund(shop.shop, { ...report, ownId: own.id, status: 'failed' })
  expect(await ordersOf(buyer)).toMatchObject({ payment: 'refund failed' })
  await recordRefund(shop.shop, { ...report, id: `rfnd_${newId()}`, status: 'processed' })
  expect(await ordersOf(buyer)).toMatchObject({ payment: 'refunded', refundedAmount: 1000 })
  // The old report comes once more.
  await recordRefund(shop.shop, { ...report, ownId: own.id, status: 'failed' })
  expect(await ordersOf(buyer)).toMatchObject({ payment: 'refunded' })
})

test('never more goes back than was paid, and a refund of another payment changes nothing', async () => {
  const { buyer, paymentId } = await bought()
  const report = { amountPaise: PRICE + 1, status: 'processed' as const }
  expect(await recordRefund(shop.shop, { ...report, id: `rfnd_${newId()}`, paymentId })).toBe(false)
  expect(await recordRefund(shop.shop, { ...report, id: `rfnd_${newId()}`, paymentId: 'pay_else' })).toBe(false)
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'paid',
    refunds: [],
    refundedAmount: 0,
  })
})

test('the sweep finds a payment of which a part went back, although no event came', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1, delayWebhooksMs: 600_000 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: PRICE })).id)
  const { id } = await buyer.api.startPayment()
  const { razorpayPaymentId: paymentId } = await pay(shop, id)
  await refundByHand(paymentId, 25_000)
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'partly refunded',
    refund: { amount: 250 },
  })
  await sql`update sandbox_events set next_attempt_at = null where subject = ${paymentId}`.execute(shop.db)
  await setSandboxFaults(shop, { delayWebhooksMs: 0 })
})

test('an event of a refund that comes before its payment makes the order and counts', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: PRICE })).id)
  const { id } = await buyer.api.startPayment()
  const { razorpayPaymentId: paymentId } = await pay(shop, id)
  await refundByHand(paymentId, 25_000)
  await untilTold()
  expect(await ordersOf(buyer)).toMatchObject({
    status: 'order placed',
    payment: 'partly refunded',
    refundedAmount: 250,
  })
})

const REGISTERED = { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' } as const

async function documentsOf(orderId: string) {
  const { rows } = await sql<{ kind: string; paise: number }>`
    select kind, total_paise as paise from documents where order_id = ${orderId} and kind in ('tax invoice', 'credit note')
    order by issued_at, kind desc, number`.execute(shop.db)
  return rows.map(({ kind, paise }) => [kind, paise])
}

test('after the invoice each part has its credit note, and calling the parcel back credits the rest', async () => {
  await setSettings(shop, REGISTERED)
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const { orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await refundByHand(paymentId, 20_000)
  await untilTold()
  expect(await documentsOf(orderId)).toEqual([
    ['tax invoice', 100_000],
    ['credit note', 20_000],
  ])
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  await takeIn(admin, orderId)
  expect(await documentsOf(orderId)).toEqual([
    ['tax invoice', 100_000],
    ['credit note', 20_000],
    ['credit note', 80_000],
  ])
  await untilAllIsBack(paymentId)
  expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ differing: 0 })
})

test('what went back before the parcel left is credited at once beside the invoice', async () => {
  await setSettings(shop, REGISTERED)
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const { orderId, paymentId } = await bought()
  await refundByHand(paymentId, 20_000)
  await untilTold()
  await admin.api.changeOrderStatus(orderId, 'shipped')
  expect(await documentsOf(orderId)).toEqual([
    ['tax invoice', 100_000],
    ['credit note', 20_000],
  ])
})

/** The provider tells of a refund that the shop did not make. */
const tellOf = (paymentId: string, amountPaise: number, status: 'pending' | 'processed' | 'failed', id = newId()) =>
  recordRefund(shop.shop, { id, paymentId, amountPaise, status }).then(() => id)

test.each(['processed', 'failed'] as const)(
  'of a parcel that is called back, what goes back at the provider is credited once it is done: %s',
  async (end) => {
    await setSettings(shop, REGISTERED)
    const { orderId, paymentId } = await bought()
    await admin.api.changeOrderStatus(orderId, 'shipped')
    const id = await tellOf(paymentId, 20_000, 'pending')
    await admin.api.changeOrderStatus(orderId, 'cancelled')
    expect(await documentsOf(orderId)).toEqual([['tax invoice', PRICE]])
    await expectInvariants(shop.db)
    await tellOf(paymentId, 20_000, end, id)
    const note = end === 'processed' ? [['credit note', 20_000]] : []
    expect(await documentsOf(orderId)).toEqual([['tax invoice', PRICE], ...note])
    expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ differing: 0 })
  },
)

test.each(['processed', 'failed'] as const)(
  'while a refund at the provider is not done, its part of what pieces cost lowers no price: %s',
  async (end) => {
    await setSettings(shop, REGISTERED)
    const buyer = await signedIn(shop)
    await admin.api.giveCredit(buyer.id, { amount: 800, reason: 'A test.' })
    await fillCart(buyer, (await addProduct(shop.db, { pricePaise: PRICE, stock: 3 })).id, 2)
    const proof = await pay(shop, (await buyer.api.startPayment(ADDRESS, undefined, undefined, undefined, 800)).id)
    await buyer.api.verifyPayment(proof)
    const { _id: orderId, products } = await buyer.api.getOrder(buyer.id, proof)
    const paymentId = proof.razorpayPaymentId
    await admin.api.changeOrderStatus(orderId, 'shipped')
    await admin.api.changeOrderStatus(orderId, 'delivered')
    const line = { _id: products[0]!._id, quantity: 1, reason: 'damaged' as const }
    const { _id: returnId } = await buyer.api.askForReturn(orderId, { lines: [line] })
    await admin.api.changeReturn(returnId, { to: 'approved' })
    await admin.api.changeReturn(returnId, { refund: true })
    const notes = [
      ['tax invoice', 200_000],
      ['credit note', 100_000],
    ]
    expect(await documentsOf(orderId)).toEqual(notes)

    // ₹600 in money and ₹400 in store credit are back; ₹600 of the payment are left, and ₹1,000 go back there.
    const id = await tellOf(paymentId, 50_000, 'pending')
    await tellOf(paymentId, 50_000, 'processed')
    notes.push(['credit note', 50_000])
    expect(await documentsOf(orderId)).toEqual(notes)
    await expectInvariants(shop.db)

    await tellOf(paymentId, 50_000, end, id)
    if (end === 'processed') notes.push(['credit note', 10_000])
    expect(await documentsOf(orderId)).toEqual(notes)
    expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ differing: 0 })
  },
)

test('an order that ended after it had left, as before parcels came back as returns, is answered by its refund', async () => {
  await setSettings(shop, REGISTERED)
  const { orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'shipped')
  const ending = inTransaction(shop.db, async (db) => {
    await sql`update orders set status = 'cancelled' where id = ${orderId}`.execute(db)
    await requestRefundOfPayment(db, { id: newId(), paymentId, reason: 'order cancelled' })
    await issueRefundDocuments(db, orderId, 'order cancelled')
    const { rows } = await sql`select from documents where order_id = ${orderId} and kind = 'credit note'`.execute(db)
    expect(rows).toHaveLength(1)
    const broken = await listBrokenInvariants(db)
    expect(broken.filter(({ invariant }) => invariant.startsWith('13'))).toEqual([])
    throw new Error('nothing of it stays')
  })
  await expect(ending).rejects.toThrow('nothing of it stays')
})

test('what went back before shipping was taken back has its voucher, whatever note it had', async () => {
  await setSettings(shop, REGISTERED)
  const { orderId, paymentId } = await bought()
  await admin.api.changeOrderStatus(orderId, 'shipped')
  const id = await tellOf(paymentId, PRICE, 'processed')
  await admin.api.undoShipping(orderId)
  await tellOf(paymentId, PRICE, 'processed', id)
  const { rows } = await sql<{ paise: number }>`
    select total_paise as paise from documents where order_id = ${orderId} and kind = 'refund voucher'`.execute(shop.db)
  expect(rows).toEqual([{ paise: PRICE }])
  expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ differing: 0 })
})
