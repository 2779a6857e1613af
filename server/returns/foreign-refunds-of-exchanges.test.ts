import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { recordRefund, takeOverRefunds } from '#server/orders/refunds/record-refund.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, pay, setSandboxFaults, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { sendAllDue, startReceiver } from '#test/webhook-receiver.ts'

/** Money that somebody gives back at the provider, of an order whose pieces were exchanged. */

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', addressLines: '4, Church Street' })
})
afterEach(() => Promise.all([expectInvariants(shop.db), expectMonth()]))
afterAll(() => shop.close())

/** The differences of the month that a test leaves. */
let accepted: string[] = []

const differencesOfMonth = async () => (await admin.api.getTaxMonth()).ledger.differences

async function expectMonth() {
  expect(await differencesOfMonth()).toEqual(accepted)
}

const refusal = (message: string) => expect.objectContaining({ status: 409, message: expect.stringContaining(message) })

async function deliver(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
}

interface Bought {
  buyer: SignedIn
  productId: string
  orderId: string
  lineId: string
  paymentId: string
}

/** A delivered order of pieces in L, at ₹500 each. */
async function delivered({ quantity = 2, credit }: { quantity?: number; credit?: number } = {}): Promise<Bought> {
  const buyer = await signedIn(shop)
  if (credit !== undefined) await admin.api.giveCredit(buyer.id, { amount: credit, reason: 'A test.' })
  const product = await addProduct(shop.db, { pricePaise: 50_000, sizes: { M: 9, L: 9, XL: 9 } })
  await fillCart(buyer, product.id, quantity, 'L')
  const { id } = await buyer.api.startPayment(ADDRESS, undefined, undefined, undefined, credit)
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  const order = await buyer.api.getOrder(buyer.id, proof)
  await deliver(order._id)
  const paymentId = proof.razorpayPaymentId
  return { buyer, productId: product.id, orderId: order._id, lineId: order.products[0]!._id, paymentId }
}

const change = (returnId: string, wanted: Parameters<typeof admin.api.changeReturn>[1]) =>
  admin.api.changeReturn(returnId, wanted)

async function asked({ buyer, orderId, lineId }: Bought, quantity: number, exchangeSize?: string): Promise<string> {
  const line = { _id: lineId, quantity, reason: 'too large' as const, ...(exchangeSize && { exchangeSize }) }
  const { _id } = await buyer.api.askForReturn(orderId, { lines: [line] })
  await change(_id, { to: 'approved' })
  return _id
}

/** Pieces of an order are exchanged; what is sent for them has not left. */
async function exchanged(bought: Bought, quantity = 2, size = 'M'): Promise<Bought> {
  const { return: sent } = await change(await asked(bought, quantity, size), { exchange: 'send' })
  const orderId = sent.exchange?.orderId ?? ''
  return { ...bought, orderId, lineId: `${orderId}-0` }
}

async function andDelivered(sent: Promise<Bought>): Promise<Bought> {
  const bought = await sent
  await deliver(bought.orderId)
  return bought
}

/** Somebody gives money back at the provider, in rupees, which is done at once or takes its time. */
async function refundByHand({ paymentId }: Bought, amount: number, isDone = true) {
  await setSandboxFaults(shop, { refundAfterMs: isDone ? 0 : 600_000 })
  const made = { paymentId, amountPaise: amount * 100, idempotencyKey: newId(), notes: {} }
  const refund = await shop.shop.provider.refundPayment(made)
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  await takeOverRefunds(shop.shop, paymentId, {})
  await takeOverRefunds(shop.shop, paymentId, {})
  return refund
}

const documentsOf = async ({ orderId }: Bought) =>
  (
    await sql<{ kind: string; paise: number }>`
      select kind, total_paise as paise from documents where order_id = ${orderId} and kind <> 'receipt voucher'
      order by issued_at, id`.execute(shop.db)
  ).rows.map(({ kind, paise }) => `${kind} ${paise / 100}`)

const orderOf = async ({ orderId }: Bought) => (await admin.api.getOrderDetail(orderId)).order
const balanceOf = async ({ buyer }: Bought) => (await buyer.api.getStoreCredit()).balance

/** Pieces come back for money. */
async function refunded(bought: Bought, quantity: number): Promise<number> {
  const { return: settled } = await change(await asked(bought, quantity), { refund: true })
  return settled.refund?.refunded ?? 0
}

test('all of a payment that went back is credited on the invoice of the exchange, which gives nothing back later', async () => {
  const first = await delivered()
  const second = await andDelivered(exchanged(first))
  await refundByHand(first, 1000)
  expect(await documentsOf(first)).toEqual(['tax invoice 1000', 'credit note 1000'])
  expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 1000'])
  expect(await orderOf(first)).toMatchObject({ payment: 'refunded', refundedAmount: 1000 })
  expect(await orderOf(second)).toMatchObject({
    payment: 'refunded',
    refunds: [{ amount: 1000, isByShop: false, status: 'done' }],
    storeCredit: { used: 1000, returned: 0 },
  })
  const returnId = await asked(second, 2)
  await expect(change(returnId, { refund: true })).rejects.toEqual(refusal('is back already'))
  await expect(change(returnId, { refund: true, refundTo: 'store credit' })).rejects.toEqual(refusal('Nothing is due'))
  expect(await balanceOf(first)).toBe(0)
})

test('other programs hear of a refund at the provider once, and that the order of the exchange has changed', async () => {
  const receiver = await startReceiver()
  await admin.api.addWebhook({ url: receiver.url, topics: ['payment'] })
  const first = await delivered()
  const second = await andDelivered(exchanged(first))
  const { next } = await admin.api.listChangedOrders({ updatedSince: new Date().toISOString() })
  await refundByHand(first, 1000)
  await sendAllDue(shop.shop)
  const refunds = receiver.received.filter(({ type }) => type === 'refund.created')
  expect(refunds.map(({ data }) => data)).toMatchObject([{ orderId: first.orderId, amount: 1000 }])
  const { changes } = await admin.api.listChangedOrders({ cursor: next })
  expect(changes.map(({ _id }) => _id).toSorted()).toEqual([first.orderId, second.orderId].toSorted())
})

test('parts of a payment that went back lower what the exchange gives back, and never more goes back than was paid', async () => {
  const first = await delivered()
  const second = await andDelivered(exchanged(first))
  await refundByHand(first, 200)
  await refundByHand(first, 300.5)
  expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 200', 'credit note 300.5'])
  expect(await orderOf(second)).toMatchObject({ payment: 'partly refunded' })
  expect(await refunded(second, 2)).toBe(499.5)
  expect(await documentsOf(second)).toHaveLength(4)
  expect(await orderOf(first)).toMatchObject({ payment: 'refund pending', refunds: [{}, {}, { amount: 499.5 }] })
})

test('what went back is for the pieces of the first order before those of its exchanges, the oldest first', async () => {
  const first = await delivered({ quantity: 3 })
  const second = await andDelivered(exchanged(first, 1))
  const third = await andDelivered(exchanged(first, 1, 'XL'))
  await refundByHand(first, 1100)
  expect(await documentsOf(first)).toEqual([
    'tax invoice 1500',
    'credit note 500',
    'credit note 500',
    'credit note 500',
  ])
  expect(await documentsOf(second)).toEqual(['tax invoice 500', 'credit note 500'])
  expect(await documentsOf(third)).toEqual(['tax invoice 500', 'credit note 100'])
  const own = await asked(first, 1)
  await expect(change(own, { refund: true })).rejects.toEqual(refusal('is back already'))
  expect(await refunded(third, 1)).toBe(400)
})

test('an exchange that lost all its money before it left is cancelled, and its customer gets nothing twice', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  await refundByHand(first, 1000)
  expect(await orderOf(second)).toMatchObject({ status: 'cancelled', payment: 'refunded' })
  expect(await stockOf(shop, first.productId)).toEqual([9, 7, 9])
  expect(await balanceOf(first)).toBe(0)
  expect(await documentsOf(second)).toEqual(['refund voucher 1000'])
})

test('an exchange that is cancelled after a part went back gives the rest back as store credit', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  await refundByHand(first, 700)
  await admin.api.cancelItems(second.orderId, { lines: [{ _id: second.lineId, quantity: 1 }] })
  expect(await balanceOf(first)).toBe(300)
  await expectInvariants(shop.db)
  await admin.api.changeOrderStatus(second.orderId, 'cancelled')
  expect(await balanceOf(first)).toBe(300)
  const other = await delivered()
  const sent = await exchanged(other)
  await refundByHand(other, 300)
  await admin.api.cancelItems(sent.orderId, { lines: [{ _id: sent.lineId, quantity: 1 }] })
  expect(await balanceOf(other)).toBe(500)
  await deliver(sent.orderId)
  expect(await documentsOf(sent)).toEqual(['refund voucher 500', 'tax invoice 500', 'credit note 300'])
})

test('what is under way stops the exchange, and once it fails the money is there again', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  const refund = await refundByHand(first, 1000, false)
  await expect(admin.api.changeOrderStatus(second.orderId, 'shipped')).rejects.toEqual(refusal('goes back'))
  await expectInvariants(shop.db)
  await recordRefund(shop.shop, { ...refund, status: 'failed' })
  await deliver(second.orderId)
  expect(await documentsOf(second)).toEqual(['tax invoice 1000'])
  expect(await refunded(second, 2)).toBe(1000)

  const other = await delivered()
  const cancelled = await exchanged(other)
  const failing = await refundByHand(other, 600, false)
  await admin.api.changeOrderStatus(cancelled.orderId, 'cancelled')
  expect(await balanceOf(other)).toBe(400)
  await expectInvariants(shop.db)
  await recordRefund(shop.shop, { ...failing, status: 'failed' })
  expect(await balanceOf(other)).toBe(1000)
})

test('while another size is held a refund leaves no exchange to be sent', async () => {
  const first = await delivered()
  const returnId = await asked(first, 2, 'M')
  await refundByHand(first, 1)
  await expect(change(returnId, { exchange: 'send' })).rejects.toEqual(refusal('went back already'))
  await change(returnId, { exchange: 'end' })
  const { return: settled } = await change(returnId, { refund: true })
  expect(settled.refund).toMatchObject({ refunded: 999 })
})

test('of an exchange of an exchange the pieces that the customer has bear what went back', async () => {
  const first = await delivered()
  const second = await andDelivered(exchanged(first))
  const third = await andDelivered(exchanged(second, 1, 'XL'))
  await refundByHand(first, 800)
  expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 500', 'credit note 500'])
  expect(await documentsOf(third)).toEqual(['tax invoice 500', 'credit note 300'])
  expect(await refunded(third, 1)).toBe(200)
})

test('of an order that store credit paid a part of, the rest of the exchange comes back as that', async () => {
  const first = await delivered({ credit: 400 })
  const second = await andDelivered(exchanged(first))
  await refundByHand(first, 600)
  expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 600'])
  expect(await refunded(second, 1)).toBe(400)
  expect(await balanceOf(first)).toBe(400)
})

test('an exchange that was called back gives back what is left of its money', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  await admin.api.changeOrderStatus(second.orderId, 'shipped')
  await refundByHand(first, 250)
  await admin.api.changeOrderStatus(second.orderId, 'cancelled')
  const [coming] = (await admin.api.listReturns({ search: second.orderId })).items
  const { return: received } = await change(coming!._id, { to: 'received' })
  expect(received.refund).toMatchObject({ refunded: 750 })
  expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 250', 'credit note 750'])
})

test('a refund that takes the place of the shop’s own for an exchange is for those pieces', async () => {
  const first = await delivered()
  const second = await andDelivered(exchanged(first, 1))
  expect(await refunded(second, 1)).toBe(500)
  await refundByHand(first, 700)
  expect(await orderOf(first)).toMatchObject({ refunds: [{ amount: 700 }, { amount: 300 }] })
  expect(await documentsOf(first)).toEqual(['tax invoice 1000', 'credit note 500', 'credit note 500'])
  expect(await documentsOf(second)).toEqual(['tax invoice 500', 'credit note 500'])
})

test('an exchange that leaves while money goes back has its credit note, whichever comes first', async () => {
  for (let round = 0; round < 3; round += 1) {
    const first = await delivered()
    const second = await exchanged(first)
    const done = {
      id: `rfnd_${newId()}`,
      paymentId: first.paymentId,
      amountPaise: 70_000,
      status: 'processed' as const,
    }
    await Promise.all([admin.api.changeOrderStatus(second.orderId, 'shipped'), recordRefund(shop.shop, done)])
    expect(await documentsOf(second)).toEqual(['tax invoice 1000', 'credit note 700'])
  }
})

test('money that goes back for pieces that became store credit is a difference of the month', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  await admin.api.changeOrderStatus(second.orderId, 'cancelled')
  expect(await balanceOf(first)).toBe(1000)
  await refundByHand(first, 1000)
  accepted = await differencesOfMonth()
  expect(accepted).toEqual([expect.stringContaining('A refund of ₹1,000.00 for order')])
})

test('of an exchange that is cancelled, returned and refunded at the provider at once no money goes back twice', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  const done = { id: `rfnd_${newId()}`, paymentId: first.paymentId, amountPaise: 70_000, status: 'processed' as const }
  await Promise.allSettled([
    admin.api.cancelItems(second.orderId, { lines: [{ _id: second.lineId, quantity: 1 }] }),
    recordRefund(shop.shop, done),
    recordRefund(shop.shop, done),
    admin.api.changeOrderStatus(second.orderId, 'cancelled'),
  ])
  const isBeyond = (await balanceOf(first)) + 700 > 1000
  accepted = await differencesOfMonth()
  expect(accepted).toHaveLength(isBeyond ? 2 : 1)
})
