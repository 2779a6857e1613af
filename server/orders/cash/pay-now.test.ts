import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Order } from '#contract/orders/orders.ts'

import { payNowOf } from '#contract/orders/pay-now.ts'
import { sendMails } from '#server/mails/service.ts'
import { checkOpenPayments, endUnconfirmedOrders, sendRefunds } from '#server/orders/service.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  authoriseOnly,
  fillCart,
  makeDue,
  NEVER,
  patiently,
  pay,
  setSandboxFaults,
  signedIn,
  stockOf,
  type SignedIn,
} from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
const ON = { takesCash: true, cashFee: 40, cashLimit: 9000, cashNeedsConfirming: false, takesCashFirst: true } as const
beforeEach(async () => {
  shop.mails.splice(0)
  await setSettings(shop, { ...ON, taxRegistration: 'none' })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

let places = 0

async function ordered({ quantity = 1, credit = 0 } = {}) {
  places += 1
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 149_900, stock: 20 })
  await fillCart(buyer, product.id, quantity)
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_100_000_000 + places) }
  if (credit > 0) await admin.api.giveCredit(buyer.id, { amount: credit, reason: 'A test.' })
  const order = await buyer.api.orderForCash({ address, ...(credit > 0 && { credit }) })
  const read = async () => (await buyer.api.listMyOrders(buyer.id)).find(({ _id }) => _id === order._id)!
  return { buyer, product, order, read }
}

const refusal = (message: string) => expect.objectContaining({ status: 409, message: expect.stringContaining(message) })

/** The refunds of what a customer has paid. */
const refundsOf = (order: Order) =>
  shop.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .innerJoin('orders', 'orders.checkoutId', 'payments.checkoutId')
    .select(['refunds.amountPaise', 'refunds.reason', 'refunds.status'])
    .where('orders.id', '=', order._id)
    .execute()

const REGULAR = { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' } as const

test('an order for cash that is paid now is one that is paid in advance, without the fee for cash', async () => {
  const { buyer, product, order, read } = await ordered()
  const start = await buyer.api.payCashOrder(order._id)
  expect(start).toMatchObject({ amount: 149_900, currency: 'INR' })
  expect((await read()).payment).toEqual({ method: 'cash', status: 'cash due' })
  const proof = await pay(shop, start.id)
  await buyer.api.verifyPayment(proof)
  const paid = await buyer.api.getOrder(buyer.id, proof)
  expect(paid).toMatchObject({
    _id: order._id,
    orderId: start.id,
    status: 'order placed',
    payment: 'paid',
    totalAmount: 1499,
    documents: [{ kind: 'receipt' }],
    refund: null,
  })
  expect(paid).not.toHaveProperty('fees')
  expect(paid).not.toHaveProperty('cashToCollect')
  expect(await read()).toEqual(paid)
  expect(await stockOf(shop, product.id)).toEqual([19])
  await expect(buyer.api.payCashOrder(order._id)).rejects.toEqual(refusal('This order is paid online already.'))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  expect((await read()).payment).toBe('paid')
  await expect(admin.api.remitCash(order._id, 1539)).rejects.toEqual(refusal('not paid at the door'))
})

test('the same order is asked for until something changes, also by calls at the same moment', async () => {
  const { buyer, order } = await ordered({ quantity: 3 })
  const calls = Array.from({ length: 8 }, () => patiently(() => buyer.api.payCashOrder(order._id)))
  const starts = await Promise.all(calls)
  expect(new Set(starts.map(({ id }) => id)).size).toBe(1)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  const again = await buyer.api.payCashOrder(order._id)
  expect(again.amount).toBe(299_800)
  expect(again.id).not.toBe(starts[0]?.id)
})

test('money for what was asked before pieces were cancelled goes back, and the right sum is taken', async () => {
  const { buyer, order, read } = await ordered({ quantity: 3 })
  const before = await buyer.api.payCashOrder(order._id)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  // Neither without another one in its place, nor after that.
  const stale = await pay(shop, before.id)
  await expect(buyer.api.verifyPayment(stale)).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 449_700, reason: 'amount differs' }])
  const now = await buyer.api.payCashOrder(order._id)
  await buyer.api.verifyPayment(await pay(shop, now.id))
  expect(await read()).toMatchObject({ payment: 'paid', totalAmount: 4497, cancelledAmount: 1499 })
  await sendRefunds(shop.shop, NEVER)
})

test('money for an order of the provider that another one stands in for is found and goes back', async () => {
  const { buyer, order, read } = await ordered({ quantity: 2 })
  const before = await buyer.api.payCashOrder(order._id)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  await buyer.api.payCashOrder(order._id)
  await pay(shop, before.id)
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 299_800, reason: 'amount differs' }])
  expect((await read()).payment).toEqual({ method: 'cash', status: 'cash due' })
})

test.each(['none', 'regular'] as const)(
  'what was cancelled before the payment was never charged, and what is cancelled after it goes back, of a seller who is %s',
  async (registration) => {
    await setSettings(shop, registration === 'regular' ? REGULAR : { taxRegistration: 'none' })
    const { buyer, order, read } = await ordered({ quantity: 4 })
    const line = order.products[0]!._id
    await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
    const start = await buyer.api.payCashOrder(order._id)
    expect(start.amount).toBe(449_700)
    await buyer.api.verifyPayment(await pay(shop, start.id))
    expect(await refundsOf(order)).toEqual([])
    await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
    expect(await refundsOf(order)).toMatchObject([{ amountPaise: 149_900, reason: 'pieces cancelled' }])
    await expectInvariants(shop.db)
    await admin.api.changeOrderStatus(order._id, 'shipped')
    const kinds = (await read()).documents.map(({ kind }) => kind)
    expect(kinds).toEqual(
      registration === 'regular' ? ['receipt voucher', 'refund voucher', 'tax invoice'] : ['receipt'],
    )
    await expectInvariants(shop.db)
    await admin.api.changeOrderStatus(order._id, 'cancelled')
    await takeIn(admin, order._id)
    expect((await refundsOf(order)).reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(449_700)
  },
)

test('the month of a registered seller has the order as one that was paid in advance', async () => {
  await setSettings(shop, REGULAR)
  const { buyer, order, read } = await ordered()
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(order._id)).id))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { documents } = await read()
  expect(documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'tax invoice'])
  const { rows } = await sql<{ totalPaise: number; fees: number }>`
    select total_paise, (select count(*)::integer from document_lines where document_id = documents.id and fee is not null) as fees
    from documents where order_id = ${order._id} order by kind`.execute(shop.db)
  expect(rows).toEqual([
    { totalPaise: 149_900, fees: 0 },
    { totalPaise: 149_900, fees: 0 },
  ])
})

test('money that comes after the parcel has left goes back at once, and the courier still collects', async () => {
  const { buyer, order, read } = await ordered()
  const start = await buyer.api.payCashOrder(order._id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await expect(buyer.api.payCashOrder(order._id)).rejects.toEqual(refusal('The parcel has left'))
  const proof = await pay(shop, start.id)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({
    message: expect.stringContaining('The parcel had left before you paid'),
  })
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 149_900, reason: 'sent for cash' }])
  expect(await read()).toMatchObject({ payment: { status: 'cash due' }, cashToCollect: 1539 })
  await admin.api.changeOrderStatus(order._id, 'delivered')
  expect((await read()).payment).toEqual({ method: 'cash', status: 'collected' })
  await sql`
    insert into mails (name, key, user_id)
    select 'payment-returned', id, ${buyer.id} from refunds where payment_id = ${proof.razorpayPaymentId}`.execute(
    shop.db,
  )
  await sendMails(shop.shop, NEVER)
  expect(shop.mails.map(({ text }) => text).join()).toContain('The parcel had left before your payment arrived')
})

test('a parcel whose label says other cash than is due by now is not shipped', async () => {
  const OLD_LABEL = 'What is paid at the door has changed. Please print the label again.'
  const seenOf = ({ _id, cashToCollect = 0 }: Order) => ({ _id, cashToCollect })
  const paid = await ordered()
  await paid.buyer.api.verifyPayment(await pay(shop, (await paid.buyer.api.payCashOrder(paid.order._id)).id))
  const fewer = await ordered({ quantity: 2 })
  await admin.api.cancelItems(fewer.order._id, { lines: [{ _id: fewer.order.products[0]!._id, quantity: 1 }] })
  const same = await ordered()
  expect((await admin.api.shipOrders([paid, fewer, same].map(({ order }) => seenOf(order)))).results).toMatchObject([
    { isShipped: false, message: OLD_LABEL },
    { isShipped: false, message: OLD_LABEL },
    { isShipped: true },
  ])
  const packed = [{ _id: paid.order.products[0]!._id, quantity: 1 }]
  await expect(admin.api.shipPacked(paid.order._id, { packed, cashToCollect: 1539 })).rejects.toEqual(
    refusal(OLD_LABEL),
  )
  await admin.api.shipPacked(paid.order._id, { packed, cashToCollect: 0 })
  expect((await admin.api.shipOrders([seenOf(await fewer.read())])).results).toMatchObject([{ isShipped: true }])
  const unseen = await ordered()
  await admin.api.shipOrders([{ _id: unseen.order._id }])
})

test('once shipping is taken back the order can be paid again', async () => {
  const { buyer, order, read } = await ordered()
  const start = await buyer.api.payCashOrder(order._id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await pay(shop, start.id, { webhook: false }).then((proof) => buyer.api.verifyPayment(proof).catch(() => undefined))
  await admin.api.undoShipping(order._id)
  const again = await buyer.api.payCashOrder(order._id)
  expect(again.id).not.toBe(start.id)
  await buyer.api.verifyPayment(await pay(shop, again.id))
  expect((await read()).payment).toBe('paid')
})

test('money for an order that was cancelled, or ended unconfirmed, goes back', async () => {
  await setSettings(shop, { cashNeedsConfirming: true })
  const [cancelled, ended] = [await ordered(), await ordered()]
  const starts = await Promise.all([cancelled, ended].map(({ buyer, order }) => buyer.api.payCashOrder(order._id)))
  await cancelled.buyer.api.cancelMyOrder(cancelled.order._id)
  await sql`update cash_payments set confirm_until = now() where order_id = ${ended.order._id}`.execute(shop.db)
  await endUnconfirmedOrders(shop.shop)
  for (const [index, { buyer, order, product, read }] of [cancelled, ended].entries()) {
    const proof = await pay(shop, starts[index]!.id)
    await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({
      message: expect.stringContaining('had ended'),
    })
    expect(await refundsOf(order)).toMatchObject([{ amountPaise: 149_900, reason: 'order ended' }])
    expect((await read()).payment).toEqual({ method: 'cash', status: 'nothing due' })
    expect(await stockOf(shop, product.id)).toEqual([20])
    await expect(buyer.api.payCashOrder(order._id)).rejects.toEqual(refusal('was cancelled'))
  }
})

test('an order that was paid needs no confirming and does not end by itself', async () => {
  await setSettings(shop, { cashNeedsConfirming: true })
  const { buyer, order, read } = await ordered()
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(order._id)).id))
  expect(await read()).not.toHaveProperty('confirmUntil')
  const waiting = await admin.api.listAllOrders({ waits: 'shipment' })
  expect(waiting.items.map(({ _id }) => _id)).toContain(order._id)
  await endUnconfirmedOrders(shop.shop)
  await admin.api.changeOrderStatus(order._id, 'shipped')
})

test('payment and shipping at the same moment: one of them wins, and nothing is due twice', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const { buyer, order, read } = await ordered()
    const proof = await pay(shop, (await buyer.api.payCashOrder(order._id)).id)
    const [verified] = await Promise.allSettled([
      buyer.api.verifyPayment(proof),
      admin.api.changeOrderStatus(order._id, 'shipped'),
    ])
    const { payment, status } = await read()
    const hasPaid = verified.status === 'fulfilled'
    expect(payment).toEqual(hasPaid ? 'paid' : { method: 'cash', status: 'cash due' })
    expect(hasPaid || status === 'shipped').toBe(true)
    expect(await refundsOf(order)).toHaveLength(hasPaid ? 0 : 1)
  }
})

test('a payment that only the provider tells of is found, and one that never comes leaves the order for cash', async () => {
  const [paid, unpaid] = [await ordered(), await ordered()]
  await pay(shop, (await paid.buyer.api.payCashOrder(paid.order._id)).id)
  await unpaid.buyer.api.payCashOrder(unpaid.order._id)
  // The order is older than any payment is waited for, its payment is not.
  await sql`update checkouts set created_at = created_at - interval '7 days', hold_expires_at = hold_expires_at - interval '7 days'
    where id in (select checkout_id from orders where id in (${paid.order._id}, ${unpaid.order._id}))`.execute(shop.db)
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect((await paid.read()).payment).toBe('paid')
  await sql`update checkouts set asked_at = now() - interval '7 days', next_check_at = now()
    where id in (select checkout_id from orders where id = ${unpaid.order._id})`.execute(shop.db)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await unpaid.read()).toMatchObject({ status: 'order placed', payment: { status: 'cash due' } })
  const next = await shop.db
    .selectFrom('checkouts')
    .innerJoin('orders', 'orders.checkoutId', 'checkouts.id')
    .select('nextCheckAt')
    .where('orders.id', '=', unpaid.order._id)
    .executeTakeFirstOrThrow()
  expect(next.nextCheckAt).toBeNull()
})

test('a second payment of the same order goes back', async () => {
  const { buyer, order } = await ordered({ quantity: 2 })
  const before = await buyer.api.payCashOrder(order._id)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  const start = await buyer.api.payCashOrder(order._id)
  await buyer.api.verifyPayment(await pay(shop, start.id))
  await buyer.api.verifyPayment(await pay(shop, before.id))
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 299_800, reason: 'paid twice' }])
})

test('a payment that waits for its capture keeps the parcel back, and its order is cancelled as any other', async () => {
  const { buyer, product, order, read } = await ordered()
  const start = await buyer.api.payCashOrder(order._id)
  await authoriseOnly(shop, start.id)
  await buyer.api.verifyPayment(await pay(shop, start.id))
  expect((await read()).payment).toBe('awaiting capture')
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toEqual(refusal('not captured yet'))
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect((await read()).payment).toBe('paid')
  await buyer.api.cancelMyOrder(order._id)
  expect(await stockOf(shop, product.id)).toEqual([20])
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 149_900, reason: 'order cancelled' }])
  expect((await read()).payment).toBe('refund pending')
})

test('only the customer pays for an order, and nothing happens while the provider is away', async () => {
  const { buyer, order, read } = await ordered()
  const stranger = await signedIn(shop)
  await expect(stranger.api.payCashOrder(order._id)).rejects.toMatchObject({ status: 404 })
  await expect(shop.visitor().api.payCashOrder(order._id)).rejects.toMatchObject({ status: 401 })
  await setSandboxFaults(shop, { failNext: 20 })
  await expect(buyer.api.payCashOrder(order._id)).rejects.toMatchObject({ status: 503 })
  await setSandboxFaults(shop, { failNext: 0 })
  expect((await read()).payment).toEqual({ method: 'cash', status: 'cash due' })
  expect((await buyer.api.payCashOrder(order._id)).amount).toBe(149_900)
})

test('the mail about the order offers to pay now, and another one tells that it is paid', async () => {
  const { buyer, order } = await ordered()
  const send = async () => {
    // A round sends so many mails of a name, and other tests have left theirs.
    await sql`update mails set due_at = case when user_id = ${buyer.id} then now() end where due_at is not null`.execute(
      shop.db,
    )
    await sendMails(shop.shop, NEVER)
    return shop.mails.findLast(({ to }) => to.includes(buyer.id))?.text
  }
  const received = await send()
  expect(received).toContain('Pay now and save ₹40')
  expect(received).toContain(`/signin?pay=${order._id}`)
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(order._id)).id))
  const paid = await send()
  expect(paid).toContain('Nothing is to be paid at the door.')
  expect(paid).toContain('Your payment has arrived.')
})

const balanceOf = async ({ api }: SignedIn) => (await api.getStoreCredit()).balance

test.each(['none', 'regular'] as const)(
  'beside store credit the rest is paid now, and both go back as of any order, of a seller who is %s',
  async (registration) => {
    await setSettings(shop, registration === 'regular' ? REGULAR : { taxRegistration: 'none' })
    const { buyer, order, read } = await ordered({ quantity: 4, credit: 500.01 })
    expect(payNowOf(await read())).toEqual({ amount: 5495.99, saved: 40 })
    const start = await buyer.api.payCashOrder(order._id)
    expect(start.amount).toBe(549_599)
    await buyer.api.verifyPayment(await pay(shop, start.id))
    const storeCredit = { used: 500.01, returned: 0 }
    expect(await read()).toMatchObject({ payment: 'paid', totalAmount: 5996, storeCredit, refund: null })
    await expectInvariants(shop.db)

    const line = order.products[0]!._id
    await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
    expect(await balanceOf(buyer)).toBe(125.01)
    expect(await refundsOf(order)).toMatchObject([{ amountPaise: 137_399, reason: 'pieces cancelled' }])
    await expectInvariants(shop.db)
    await admin.api.changeOrderStatus(order._id, 'shipped')
    await admin.api.changeOrderStatus(order._id, 'delivered')
    const { _id } = await buyer.api.askForReturn(order._id, {
      lines: [{ _id: line, quantity: 3, reason: 'changed mind' }],
    })
    await admin.api.changeReturn(_id, { to: 'approved' })
    await admin.api.changeReturn(_id, { refund: true })
    expect(await balanceOf(buyer)).toBe(500.01)
    const refunded = (await refundsOf(order)).reduce((sum, { amountPaise }) => sum + amountPaise, 0)
    expect(refunded).toBe(549_599)
    if (registration === 'none') return
    const { ledger, sums } = await admin.api.getTaxMonth()
    expect(ledger).toMatchObject({ differing: 0, total: sums.total })
  },
)

test('a whole order that store credit and a payment in advance paid gives each back', async () => {
  const { buyer, order, read } = await ordered({ credit: 500 })
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(order._id)).id))
  await buyer.api.cancelMyOrder(order._id)
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 99_900 }])
  expect(await balanceOf(buyer)).toBe(500)
  expect(await read()).toMatchObject({ status: 'cancelled', totalAmount: 1499 })
})

test('once a share of its store credit came back, an order is paid at the door, and what was asked before goes back', async () => {
  const { buyer, order, read } = await ordered({ quantity: 3, credit: 500 })
  const before = await buyer.api.payCashOrder(order._id)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  expect(payNowOf(await read())).toBeUndefined()
  await expect(buyer.api.payCashOrder(order._id)).rejects.toEqual(refusal('Store credit pays for a part'))
  await expect(buyer.api.verifyPayment(await pay(shop, before.id))).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await refundsOf(order)).toMatchObject([{ amountPaise: 399_700, reason: 'amount differs' }])
  const { cashToCollect, payment } = await read()
  expect([cashToCollect, payment]).toEqual([2703.2, { method: 'cash', status: 'cash due' }])
})

test('beside store credit that leaves less than ₹1 without the fee, nothing is paid now', async () => {
  const { buyer, order, read } = await ordered({ credit: 1498.5 })
  expect(payNowOf(await read())).toBeUndefined()
  await expect(buyer.api.payCashOrder(order._id)).rejects.toEqual(refusal('Store credit pays for a part'))
})
