import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { eraseAccounts } from '#server/jobs/erase-accounts.ts'
import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, pay, setSandboxFaults, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, {
    takesCash: true,
    cashNeedsConfirming: false,
    taxRegistration: 'regular',
    gstin: '29AAGCB7383J1Z4',
    addressLines: '4, Church Street',
  })
})
afterEach(() => Promise.all([expectInvariants(shop.db), expectEqualLedger()]))
afterAll(() => shop.close())

/** The month's documents and the ledger say the same. */
async function expectEqualLedger() {
  const { ledger, sums } = await admin.api.getTaxMonth()
  expect(ledger).toMatchObject({ differing: 0, total: sums.total })
}

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

/** A delivered order of two pieces at ₹500.01, and a return of one of them. */
async function asked({ isCash = false } = {}) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_001, stock: 5 })
  await fillCart(buyer, product.id, 2)
  const order = isCash ? await buyer.api.orderForCash({ address: ADDRESS }) : (await buyCart(shop, buyer)).order
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const lineId = order.products[0]!._id
  const { _id: returnId } = await buyer.api.askForReturn(order._id, {
    lines: [{ _id: lineId, quantity: 1, reason: 'too small' }],
  })
  await admin.api.changeReturn(returnId, { to: 'approved' })
  return { buyer, orderId: order._id, lineId, returnId }
}

const balanceOf = async ({ api }: SignedIn) => (await api.getStoreCredit()).balance
const notesOf = async (orderId: string) =>
  (
    await sql<{ paise: number }>`
      select total_paise as paise from documents where order_id = ${orderId} and kind = 'credit note'`.execute(shop.db)
  ).rows.map(({ paise }) => paise)

test.each([{ isCash: false }, { isCash: true }])(
  'what a customer wants as store credit is theirs once, with its credit note: %o',
  async ({ isCash }) => {
    const { buyer, orderId, returnId } = await asked({ isCash })
    const { return: chosen } = await buyer.api.changeRefundTo(orderId, returnId, 'store credit')
    expect(chosen.refund).toMatchObject({ way: 'store credit', isPayable: true, due: 500.01 })
    const { message, return: given } = await admin.api.changeReturn(returnId, { refund: true })
    expect(message).toBe('The customer has the store credit.')
    expect(given.refund).toMatchObject({ status: 'refunded', refunded: 500.01, due: 0, payments: [] })
    expect(await balanceOf(buyer)).toBe(500.01)
    const { movements } = await buyer.api.getStoreCredit()
    expect(movements).toMatchObject([{ kind: 'given', reason: `Return of order #${orderId.slice(-6).toUpperCase()}` }])
    expect(await notesOf(orderId)).toEqual([50_001])
    await expect(admin.api.changeReturn(returnId, { refund: true })).rejects.toEqual(refusal('settled already'))
    await expect(buyer.api.changeRefundTo(orderId, returnId, 'store credit')).rejects.toEqual(refusal('Nothing is due'))
    expect((await buyer.api.listMyOrders(buyer.id))[0]).toMatchObject({ refund: null })
  },
)

test('money and store credit together are never more than was paid', async () => {
  const { buyer, orderId, lineId, returnId } = await asked()
  await admin.api.changeReturn(returnId, { refund: true, refundTo: 'store credit' })
  const { _id } = await buyer.api.askForReturn(orderId, { lines: [{ _id: lineId, quantity: 1, reason: 'too small' }] })
  await admin.api.changeReturn(_id, { to: 'approved' })
  const { return: refunded } = await admin.api.changeReturn(_id, { refund: true })
  expect(refunded.refund).toMatchObject({ way: 'source', refunded: 500.01, due: 0 })
  const [order] = await buyer.api.listMyOrders(buyer.id)
  expect(order).toMatchObject({ totalAmount: 1000.02, refund: { amount: 500.01 } })
  expect(await balanceOf(buyer)).toBe(500.01)
})

test('of ten refunds of a return as store credit at once one is given', async () => {
  const { buyer, returnId } = await asked()
  const refunds = await Promise.allSettled(
    Array.from({ length: 10 }, () => admin.api.changeReturn(returnId, { refund: true, refundTo: 'store credit' })),
  )
  expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await balanceOf(buyer)).toBe(500.01)
})

test('a return of an order for cash is closed for a customer who named no account: the staff enter it, or give store credit', async () => {
  const { returnId } = await asked({ isCash: true })
  await expect(admin.api.changeReturn(returnId, { refund: { reference: 'UTR 1' } })).rejects.toEqual(
    refusal('has not said yet'),
  )
  await expect(admin.api.changeReturn(returnId, { refundTo: 'source' })).rejects.toEqual(
    refusal('give an account', 400),
  )
  const { return: named } = await admin.api.changeReturn(returnId, { refundTo: 'asha@upi' })
  expect(named.refund).toMatchObject({ way: 'by hand', isPayable: true })
  expect((await admin.api.getReturn(returnId)).refundTo).toEqual({ upi: 'asha@upi' })
  const { return: paid } = await admin.api.changeReturn(returnId, { refund: { reference: 'UTR 1' } })
  expect(paid.refund).toMatchObject({ status: 'refunded', refunded: 500.01 })
  const other = await asked({ isCash: true })
  await admin.api.changeReturn(other.returnId, { refund: true, refundTo: 'store credit' })
  expect(await balanceOf(other.buyer)).toBe(500.01)
})

test('a customer changes their mind, and an account is not kept beside store credit', async () => {
  const { buyer, orderId, returnId } = await asked({ isCash: true })
  await buyer.api.changeRefundTo(orderId, returnId, 'asha@upi')
  await buyer.api.changeRefundTo(orderId, returnId, 'store credit')
  const stored = () => shop.db.selectFrom('returns').select('refundTo').where('id', '=', returnId).executeTakeFirst()
  expect(await stored()).toEqual({ refundTo: null })
  const online = await asked()
  await online.buyer.api.changeRefundTo(online.orderId, online.returnId, 'store credit')
  const { return: back } = await online.buyer.api.changeRefundTo(online.orderId, online.returnId, 'source')
  expect(back.refund.way).toBe('source')
})

test('no store credit is given for a payment that is disputed, nor to an account that was erased', async () => {
  const { orderId, returnId } = await asked()
  await sql`
    insert into disputes (id, payment_id, status, amount_paise, created_at, reason)
    select 'disp_' || id, id, 'open', amount_paise, now(), 'chargeback' from payments where order_id = ${orderId}`.execute(
    shop.db,
  )
  const give = (id: string) => admin.api.changeReturn(id, { refund: true, refundTo: 'store credit' })
  await expect(give(returnId)).rejects.toEqual(refusal('is disputed'))
  const erased = await asked({ isCash: true })
  await erased.buyer.api.changeRefundTo(erased.orderId, erased.returnId, 'store credit')
  await sql`
    insert into account_erasures (user_id, erases_at) values (${erased.buyer.id}, now() - interval '1 minute')`.execute(
    shop.db,
  )
  await eraseAccounts(shop.shop)
  await expect(admin.api.changeReturn(erased.returnId, { refund: true })).rejects.toEqual(refusal('not said yet'))
  await expect(give(erased.returnId)).rejects.toEqual(refusal('was erased'))
})

test('nobody but a customer says where the money of their return goes', async () => {
  const { orderId, returnId } = await asked({ isCash: true })
  const stranger = await signedIn(shop)
  await expect(stranger.api.changeRefundTo(orderId, returnId, 'store credit')).rejects.toEqual(
    refusal('not found', 404),
  )
})

test('what store credit paid of an order for cash comes back as store credit, and the cash as its customer says', async () => {
  await setSettings(shop, { cashFee: 0 })
  const buyer = await signedIn(shop)
  await admin.api.giveCredit(buyer.id, { amount: 333.33, reason: 'For the delay.' })
  const product = await addProduct(shop.db, { pricePaise: 50_001, stock: 5 })
  await fillCart(buyer, product.id, 3)
  const order = await buyer.api.orderForCash({ address: ADDRESS, credit: 333.33 })
  const lineId = order.products[0]!._id
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: lineId, quantity: 1 }] })
  expect(await balanceOf(buyer)).toBe(111.11)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const back = async () => {
    const { _id } = await buyer.api.askForReturn(order._id, {
      lines: [{ _id: lineId, quantity: 1, reason: 'too small' }],
      refundTo: 'asha@upi',
    })
    const { return: approved } = await admin.api.changeReturn(_id, { to: 'approved' })
    expect(approved.refund).toMatchObject({ way: 'by hand', due: 500.01, dueCredit: 111.11 })
    return (await admin.api.changeReturn(_id, { refund: { reference: 'UTR 9' } })).return
  }
  const first = await back()
  expect(first.refund).toMatchObject({
    status: 'refunded',
    refunded: 500.01,
    returnedCredit: 111.11,
    payments: [{ amount: 388.9, reference: 'UTR 9' }],
  })
  expect(await balanceOf(buyer)).toBe(222.22)
  await expectInvariants(shop.db)
  await back()
  expect(await balanceOf(buyer)).toBe(333.33)
  expect(await notesOf(order._id)).toEqual([50_001, 50_001])
})

/**
 * A delivered order of two pieces at ₹500, ₹400 of it paid by store credit, of whose money ₹500 is on its way back at
 * the provider.
 */
async function returnedAtProvider() {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const buyer = await signedIn(shop)
  await admin.api.giveCredit(buyer.id, { amount: 400, reason: 'A test.' })
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })).id, 2)
  const { id } = await buyer.api.startPayment(ADDRESS, undefined, undefined, undefined, 400)
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  const order = await buyer.api.getOrder(buyer.id, proof)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const part = { paymentId: proof.razorpayPaymentId, amountPaise: 50_000 }
  const refund = await shop.shop.provider.refundPayment({ ...part, idempotencyKey: newId(), notes: {} })
  await recordRefund(shop.shop, refund)
  const lines = [{ _id: order.products[0]!._id, quantity: 1, reason: 'too small' as const }]
  const giveBack = async () => {
    const { _id } = await buyer.api.askForReturn(order._id, { lines })
    await admin.api.changeReturn(_id, { to: 'approved' })
    return (await admin.api.changeReturn(_id, { refund: true })).return.refund
  }
  const requested = async () =>
    (
      await sql<{ paise: number }>`
        select amount_paise as paise from refunds where order_id = ${order._id} and reason = 'pieces returned'
        order by created_at, payment_id is null`.execute(shop.db)
    ).rows.map(({ paise }) => paise)
  return { buyer, refund, giveBack, requested }
}

test('where most of the money went back at the provider, store credit gives back the rest of a return', async () => {
  const { buyer, giveBack, requested } = await returnedAtProvider()
  expect(await giveBack()).toMatchObject({ status: 'refunded', refunded: 500, due: 0 })
  expect(await requested()).toEqual([10_000, 40_000])
  expect(await balanceOf(buyer)).toBe(400)
  await expect(giveBack()).rejects.toEqual(refusal('All of the money of this order is back already.'))
})

test('what failed at the provider after that is given back with the next return, and no more', async () => {
  const { buyer, refund, giveBack, requested } = await returnedAtProvider()
  await giveBack()
  await recordRefund(shop.shop, { ...refund, status: 'failed' })
  expect(await requested()).toEqual([10_000, 40_000])
  expect(await giveBack()).toMatchObject({ status: 'refunded', refunded: 500, due: 0 })
  expect(await requested()).toEqual([10_000, 40_000, 50_000])
  expect(await balanceOf(buyer)).toBe(400)
})
