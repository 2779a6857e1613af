import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'

import { releaseExpiredHolds } from '#server/orders/service.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  endHold,
  fillCart,
  listSandboxRecords,
  NEVER,
  patiently,
  pay,
  setSandboxFaults,
  signedIn,
  stockOf,
  type SignedIn,
} from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSandboxFaults(shop, { refundAfterMs: 0 })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

interface Buying {
  credit?: number
  pricePaise?: number
  quantity?: number
}

/** A customer with store credit and pieces in the cart. */
async function rich({ credit = 500, pricePaise = 100_000, quantity = 1 }: Buying = {}) {
  const buyer = await signedIn(shop)
  await admin.api.giveCredit(buyer.id, { amount: credit, reason: 'A test.' })
  const product = await addProduct(shop.db, { pricePaise, stock: 20 })
  await fillCart(buyer, product.id, quantity)
  return { buyer, product }
}

const balanceOf = async ({ api }: SignedIn) => (await api.getStoreCredit()).balance
const start = ({ api }: SignedIn, credit: number) => api.startPayment(ADDRESS, undefined, undefined, undefined, credit)

/** Buys what is in the cart, with so much store credit. */
async function buyWith(buyer: SignedIn, credit: number) {
  const { id, amount } = await start(buyer, credit)
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  return { amount, proof, order: await buyer.api.getOrder(buyer.id, proof) }
}

let places = 0
/** An address and a phone that nobody else has. */
function newAddress(): Address {
  places += 1
  return { ...ADDRESS, street: `${places}, Credit Road`, phone: String(9_100_000_000 + places) }
}

test('store credit pays for a part, and the provider takes the rest', async () => {
  const { buyer, product } = await rich({ credit: 300 })
  const { amount, order } = await buyWith(buyer, 300)
  expect(amount).toBe(70_000)
  expect(order).toMatchObject({
    totalAmount: 1000,
    storeCredit: { used: 300, returned: 0 },
    payment: 'paid',
    refund: null,
  })
  expect(await balanceOf(buyer)).toBe(0)
  expect(await stockOf(shop, product.id)).toEqual([19])
  const { movements } = await buyer.api.getStoreCredit()
  expect(movements[0]).toMatchObject({ kind: 'held', change: -300, orderId: order._id })
})

test('an order without store credit says nothing of it', async () => {
  const { buyer } = await rich()
  const { order } = await buyWith(buyer, 0)
  expect(order).not.toHaveProperty('storeCredit')
  expect(await balanceOf(buyer)).toBe(500)
})

test('what a checkout holds comes back when its hold ends, and when a changed cart replaces it', async () => {
  const { buyer } = await rich()
  await start(buyer, 500)
  expect(await balanceOf(buyer)).toBe(0)
  await start(buyer, 200)
  expect(await balanceOf(buyer)).toBe(300)
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  expect(await balanceOf(buyer)).toBe(500)
  expect((await buyer.api.getStoreCredit()).movements.map(({ kind }) => kind)).toEqual(['given'])
})

test('the same cart with the same credit is the same payment', async () => {
  const { buyer } = await rich()
  const [one, other] = [await start(buyer, 500), await start(buyer, 500)]
  expect(other).toEqual(one)
  expect(await balanceOf(buyer)).toBe(0)
})

test.each([
  ['more than there is', 501, 'Your store credit is ₹500.00 now.'],
  ['more than the total', 1001, 'Your total is ₹1,000.00 now'],
  ['all of the total at the provider', 1000, 'Your total is ₹1,000.00 now'],
  ['all but less than a rupee', 999.5, 'Your total is ₹1,000.00 now'],
])('%s is refused, and nothing is held', async (_, credit, message) => {
  const { buyer, product } = await rich()
  await expect(start(buyer, credit)).rejects.toMatchObject({ status: 409, message: expect.stringContaining(message) })
  expect(await stockOf(shop, product.id)).toEqual([20])
  expect(await balanceOf(buyer)).toBe(500)
})

test('a provider that is down leaves the credit as it was', async () => {
  const { buyer } = await rich()
  await setSandboxFaults(shop, { failNext: 9, failStatus: 503 })
  await expect(start(buyer, 500)).rejects.toMatchObject({ status: 503 })
  await setSandboxFaults(shop, { failNext: 0 })
  expect(await balanceOf(buyer)).toBe(500)
})

test('a payment after the end of its hold takes the credit again', async () => {
  const { buyer } = await rich()
  const { id } = await start(buyer, 500)
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ storeCredit: { used: 500, returned: 0 } })
  expect(await balanceOf(buyer)).toBe(0)
})

test('a late payment whose credit is gone makes no order, and its money goes back', async () => {
  const { buyer, product } = await rich()
  const { id } = await start(buyer, 500)
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  await admin.api.takeCreditBack(buyer.id, { amount: 100, reason: 'A mistake.' })
  const proof = await pay(shop, id)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({
    message: expect.stringContaining('store credit was used up'),
  })
  await sendRefunds(shop.shop, NEVER)
  const { refunds } = await listSandboxRecords(shop)
  expect(refunds.items.find((refund) => refund.payment_id === proof.razorpayPaymentId)).toMatchObject({
    amount: 50_000,
  })
  expect(await balanceOf(buyer)).toBe(400)
  expect(await stockOf(shop, product.id)).toEqual([20])
})

test('a cancelled order gives money to the card and credit to the credit', async () => {
  const { buyer, product } = await rich({ credit: 300 })
  const { order, proof } = await buyWith(buyer, 300)
  const { order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({
    storeCredit: { used: 300, returned: 300 },
    refund: { amount: 700 },
    payment: 'refund pending',
  })
  await sendRefunds(shop.shop, NEVER)
  const { refunds } = await listSandboxRecords(shop)
  expect(refunds.items.filter((refund) => refund.payment_id === proof.razorpayPaymentId)).toMatchObject([
    { amount: 70_000 },
  ])
  expect(await balanceOf(buyer)).toBe(300)
  expect(await stockOf(shop, product.id)).toEqual([20])
})

test('cancelled pieces give back the same share of money and of credit, to the paisa', async () => {
  const { buyer } = await rich({ credit: 150.55, pricePaise: 10_015, quantity: 3 })
  const { amount, order } = await buyWith(buyer, 150.55)
  expect(amount).toBe(14_990)
  const lines = [{ _id: order.products[0]!._id, quantity: 1 }]
  // A third of 150.55 and of 149.90; the credit has the odd paise.
  const { order: once } = await buyer.api.cancelMyOrder(order._id, { lines })
  expect(once).toMatchObject({ storeCredit: { used: 150.55, returned: 50.19 }, refund: { amount: 49.96 } })
  const { order: twice } = await buyer.api.cancelMyOrder(order._id, { lines })
  expect(twice).toMatchObject({ storeCredit: { used: 150.55, returned: 100.37 }, refund: { amount: 99.93 } })
  expect(await balanceOf(buyer)).toBe(100.37)
  const { order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({ storeCredit: { used: 150.55, returned: 150.55 }, refund: { amount: 149.9 } })
  expect(await balanceOf(buyer)).toBe(150.55)
})

test('shares of a rupee that are too little to go back alone go together', async () => {
  const { buyer } = await rich({ credit: 2998.5, quantity: 3 })
  const { amount, order, proof } = await buyWith(buyer, 2998.5)
  expect(amount).toBe(150)
  const lines = [{ _id: order.products[0]!._id, quantity: 1 }]
  const refundsNow = async () => {
    await sendRefunds(shop.shop, NEVER)
    const { refunds } = await admin.api.getOrderDetail(order._id)
    return refunds.map((refund) => `${refund.amount} ${refund.status}`)
  }
  await buyer.api.cancelMyOrder(order._id, { lines })
  expect(await refundsNow()).toEqual(['0.5 failed'])
  await buyer.api.cancelMyOrder(order._id, { lines })
  expect(await refundsNow()).toEqual(['1 sent'])
  await buyer.api.cancelMyOrder(order._id)
  expect(await refundsNow()).toEqual(['1 processed', '0.5 failed'])
  const { refunds } = await listSandboxRecords(shop)
  expect(refunds.items.filter((refund) => refund.payment_id === proof.razorpayPaymentId)).toMatchObject([
    { amount: 100 },
  ])
  expect(await balanceOf(buyer)).toBe(2998.5)
})

test('a piece that cost nearly all of it leaves money in an order that stands, so that it can leave', async () => {
  const { buyer, product } = await rich({ credit: 1098, pricePaise: 100_000 })
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 10_000 })).id)
  const { order } = await buyWith(buyer, 1098)
  const dear = order.products.find((line) => line.product._id === product.id)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: dear!._id, quantity: 1 }] })
  await sendRefunds(shop.shop, NEVER)
  const { order: left } = await admin.api.changeOrderStatus(order._id, 'shipped')
  expect(left.status).toBe('shipped')
})

test('an order that store credit pays whole needs no provider', async () => {
  const { buyer, product } = await rich({ credit: 1000 })
  const before = (await listSandboxRecords(shop)).orders.items.length
  const order = await buyer.api.orderByCredit({ address: ADDRESS, expectedTotal: 1000 })
  expect(order).toMatchObject({
    orderId: order._id,
    status: 'order placed',
    payment: 'paid',
    totalAmount: 1000,
    storeCredit: { used: 1000, returned: 0 },
    documents: [{ kind: 'receipt' }],
  })
  expect((await listSandboxRecords(shop)).orders.items).toHaveLength(before)
  expect(await balanceOf(buyer)).toBe(0)
  expect(await stockOf(shop, product.id)).toEqual([19])
  expect((await buyer.api.getCart()).cart).toEqual([])
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
})

test('the same cart by store credit is one order, twenty times at once', async () => {
  const { buyer, product } = await rich({ credit: 5000 })
  const calls = Array.from({ length: 20 }, () => buyer.api.orderByCredit({ address: ADDRESS }))
  const orders = await Promise.all(calls)
  expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1)
  expect(await balanceOf(buyer)).toBe(4000)
  expect(await stockOf(shop, product.id)).toEqual([19])
})

test('an order by store credit is refused where there is too little, and for another total', async () => {
  const { buyer, product } = await rich({ credit: 999.99 })
  const ordering = { address: ADDRESS }
  await expect(buyer.api.orderByCredit(ordering)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Your store credit is ₹999.99 now.'),
  })
  await expect(buyer.api.orderByCredit({ ...ordering, expectedTotal: 900 })).rejects.toMatchObject({ status: 409 })
  expect(await stockOf(shop, product.id)).toEqual([20])
  expect(await balanceOf(buyer)).toBe(999.99)
})

test('an order by store credit takes the place of an open payment, whose money goes back if it comes', async () => {
  const { buyer, product } = await rich({ credit: 1500 })
  const { id } = await start(buyer, 400)
  await buyer.api.orderByCredit({ address: ADDRESS })
  expect(await balanceOf(buyer)).toBe(500)
  const proof = await pay(shop, id)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({
    message: expect.stringContaining('You have ordered the same with your store credit.'),
  })
  expect(await balanceOf(buyer)).toBe(500)
  expect(await stockOf(shop, product.id)).toEqual([19])
})

test('an order by store credit is cancelled in part and whole', async () => {
  const { buyer } = await rich({ credit: 2000, quantity: 2 })
  const order = await buyer.api.orderByCredit({ address: ADDRESS })
  const lines = [{ _id: order.products[0]!._id, quantity: 1 }]
  const { order: lessened } = await buyer.api.cancelMyOrder(order._id, { lines })
  expect(lessened).toMatchObject({
    payment: 'partly refunded',
    refund: null,
    storeCredit: { used: 2000, returned: 1000 },
  })
  expect(await balanceOf(buyer)).toBe(1000)
  const { order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({ payment: 'refunded', storeCredit: { used: 2000, returned: 2000 } })
  expect(await balanceOf(buyer)).toBe(2000)
})

test('of many orders at once no more credit is used than there is', async () => {
  const { buyer, product } = await rich({ credit: 1000 })
  const calls = [
    ...Array.from({ length: 5 }, () => buyer.api.orderByCredit({ address: ADDRESS })),
    ...Array.from({ length: 5 }, () => patiently(() => start(buyer, 600))),
    ...Array.from({ length: 5 }, () => admin.api.takeCreditBack(buyer.id, { amount: 400, reason: 'A race.' })),
  ]
  const answers = await Promise.allSettled(calls)
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : []))
  expect(refusals.filter((status) => status !== 409 && status !== 400)).toEqual([])
  const [{ balance, movements }, stock] = [await buyer.api.getStoreCredit(), await stockOf(shop, product.id)]
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(movements.reduce((sum, { change }) => sum + Math.round(change * 100), 0)).toBe(Math.round(balance * 100))
  expect(stock[0]).toBeGreaterThanOrEqual(19)
})

test('credit that has ended comes back of a cancelled order for thirty days more', async () => {
  const { buyer } = await rich({ credit: 300 })
  const { order } = await buyWith(buyer, 300)
  const past = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await shop.db.updateTable('storeCredits').set({ expiresOn: past }).where('userId', '=', buyer.id).execute()
  await buyer.api.cancelMyOrder(order._id)
  const { balance, ending } = await buyer.api.getStoreCredit()
  expect(balance).toBe(300)
  expect(ending[0]!.on > new Date().toISOString().slice(0, 10)).toBe(true)
})

test('beside cash on delivery less is due at the door, and cancelled pieces give their share of it back', async () => {
  await setSettings(shop, {
    takesCash: true,
    cashFee: 40,
    cashLimit: 5000,
    cashNeedsConfirming: false,
    takesCashFirst: true,
  })
  const { buyer } = await rich({ credit: 1200, quantity: 3 })
  const order = await buyer.api.orderForCash({ address: newAddress(), credit: 1200 })
  expect(order).toMatchObject({ totalAmount: 3040, cashToCollect: 1840, storeCredit: { used: 1200, returned: 0 } })
  const lines = [{ _id: order.products[0]!._id, quantity: 1 }]
  const { order: once } = await buyer.api.cancelMyOrder(order._id, { lines })
  expect(once).toMatchObject({ cashToCollect: 1234.74, storeCredit: { used: 1200, returned: 394.74 } })
  const { order: twice } = await buyer.api.cancelMyOrder(order._id, { lines })
  expect(twice).toMatchObject({ cashToCollect: 629.48, storeCredit: { used: 1200, returned: 789.48 } })
  expect(await balanceOf(buyer)).toBe(789.48)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await admin.api.remitCash(order._id, 629.48)
})

test('a parcel that is called back gives money and credit once its return is settled', async () => {
  const { buyer } = await rich({ credit: 300 })
  const { order } = await buyWith(buyer, 300)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(await balanceOf(buyer)).toBe(0)
  const { items } = await admin.api.listReturns()
  const back = items.find(({ orderId }) => orderId === order._id)
  await admin.api.changeReturn(back!._id, { refund: true })
  expect(await balanceOf(buyer)).toBe(300)
  expect((await admin.api.getOrderDetail(order._id)).order.refund).toMatchObject({ amount: 700 })
})

test('a refused parcel gives its store credit back', async () => {
  const { buyer } = await rich({ credit: 200 })
  const order = await buyer.api.orderForCash({ address: newAddress(), credit: 200 })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeCash(order._id, 'refused')
  expect(await balanceOf(buyer)).toBe(200)
})

test('store credit that pays all of it is not refused at the door: there is nothing to collect', async () => {
  const { buyer } = await rich({ credit: 5000 })
  await expect(buyer.api.orderForCash({ address: newAddress(), credit: 1040 })).rejects.toMatchObject({ status: 409 })
  expect(await balanceOf(buyer)).toBe(5000)
})

/** Brings one piece of a delivered order back, and gives its money back. */
async function returnOne({ api }: SignedIn, orderId: string, lineId: string): Promise<void> {
  for (const to of ['shipped', 'delivered'] as const) await admin.api.changeOrderStatus(orderId, to)
  const { _id } = await api.askForReturn(orderId, { lines: [{ _id: lineId, quantity: 1, reason: 'too small' }] })
  for (const to of ['approved', 'on its way', 'received'] as const) await admin.api.changeReturn(_id, { to })
  await admin.api.changeReturn(_id, { refund: true })
}

test('pieces that come back give the same share of money and of credit', async () => {
  const { buyer } = await rich({ credit: 300, quantity: 2 })
  const { order } = await buyWith(buyer, 300)
  await returnOne(buyer, order._id, order.products[0]!._id)
  const { order: returned } = await admin.api.getOrderDetail(order._id)
  expect(returned).toMatchObject({ storeCredit: { used: 300, returned: 150 }, refund: { amount: 850 } })
  expect(await balanceOf(buyer)).toBe(150)
})

test('pieces of an order that credit paid whole come back as credit', async () => {
  const { buyer } = await rich({ credit: 2000, quantity: 2 })
  const order = await buyer.api.orderByCredit({ address: ADDRESS })
  await returnOne(buyer, order._id, order.products[0]!._id)
  expect(await balanceOf(buyer)).toBe(1000)
})

test('credit is a means of payment: tax, totals and documents stay, and say how it was paid', async () => {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', takesCash: false })
  const { buyer } = await rich({ credit: 300, quantity: 2 })
  const { order } = await buyWith(buyer, 300)
  const { buyer: other } = await rich({ credit: 3000 })
  const whole = await other.api.orderByCredit({ address: ADDRESS })
  for (const { _id } of [order, whole]) await admin.api.changeOrderStatus(_id, 'shipped')
  const textOf = async (documentId: string) =>
    readPdf(Buffer.from(await (await admin.api.getDocument(documentId)).arrayBuffer()))
      .flat()
      .join('\n')
  expect(await textOf(`${order._id}-receipt`)).toContain(
    'Paid by store credit: ₹300.00; by card, UPI or the like: ₹1,700.00.',
  )
  const invoice = await textOf(`${order._id}-invoice`)
  expect(invoice).toContain('Paid by store credit: ₹300.00')
  expect(invoice).toContain('Total ₹2,000.00')
  expect(await textOf(`${whole._id}-invoice`)).toContain('Paid by store credit: ₹1,000.00.')
  const { buyer: third } = await rich({ credit: 300 })
  const { order: unsent } = await buyWith(third, 300)
  const { order: cancelled } = await third.api.cancelMyOrder(unsent._id)
  const vouchers = cancelled.documents.filter(({ kind }) => kind === 'refund voucher')
  expect(vouchers).toHaveLength(2)
  const texts = await Promise.all(vouchers.map(({ _id }) => textOf(_id)))
  expect(texts.filter((text) => text.includes('Returned as store credit.'))).toHaveLength(1)
  const month = await admin.api.getTaxMonth()
  expect(month.ledger.differences).toEqual([])
})
