import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { takeOverRefunds } from '#server/orders/refunds/record-refund.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, pay, setSandboxFaults, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

/** What comes back of an exchange is paid back where the first order was paid. */

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  await setSettings(shop, {
    takesCash: true,
    cashFee: 0,
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

async function deliver(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
}

interface Buying {
  isCash?: boolean
  quantity?: number
  /** Store credit, in rupees. */
  credit?: number
  code?: string
}

interface Bought {
  buyer: SignedIn
  orderId: string
  lineId: string
}

let people = 0

/** A delivered order of pieces in L, at ₹333.33 each. */
async function delivered({ isCash = false, quantity = 1, credit, code }: Buying = {}) {
  const buyer = await signedIn(shop)
  if (credit !== undefined) await admin.api.giveCredit(buyer.id, { amount: credit, reason: 'A test.' })
  const product = await addProduct(shop.db, { pricePaise: 33_333, sizes: { M: 9, L: 9, XL: 9 } })
  await fillCart(buyer, product.id, quantity, 'L')
  if (code !== undefined) await buyer.api.enterCode(code)
  people += 1
  const address = { ...ADDRESS, street: `${people}, Exchange Road`, phone: String(9_200_000_000 + people) }
  const place = async () => {
    if (isCash) return { order: await buyer.api.orderForCash({ address, ...(credit !== undefined && { credit }) }) }
    const { id } = await buyer.api.startPayment(address, undefined, undefined, undefined, credit)
    const proof = await pay(shop, id)
    await buyer.api.verifyPayment(proof)
    return { order: await buyer.api.getOrder(buyer.id, proof), paymentId: proof.razorpayPaymentId }
  }
  const { order, paymentId = '' } = await place()
  await deliver(order._id)
  return { buyer, product, orderId: order._id, lineId: order.products[0]!._id, paymentId }
}

const change = (returnId: string, wanted: Parameters<typeof admin.api.changeReturn>[1]) =>
  admin.api.changeReturn(returnId, wanted)

/** Pieces of an order are exchanged, and what is sent for them is delivered. */
async function exchanged({ buyer, orderId, lineId }: Bought, size = 'M', quantity = 1): Promise<Bought> {
  const { _id } = await buyer.api.askForReturn(orderId, {
    lines: [{ _id: lineId, quantity, reason: 'too large', exchangeSize: size }],
  })
  await change(_id, { to: 'approved' })
  const { return: sent } = await change(_id, { exchange: 'send' })
  const sentId = sent.exchange?.orderId ?? ''
  await deliver(sentId)
  return { buyer, orderId: sentId, lineId: `${sentId}-0` }
}

/** Pieces of an order come back for money; it is not given back yet. */
async function givenBack({ buyer, orderId, lineId }: Bought, quantity = 1): Promise<string> {
  const { _id } = await buyer.api.askForReturn(orderId, { lines: [{ _id: lineId, quantity, reason: 'changed mind' }] })
  await change(_id, { to: 'approved' })
  return _id
}

const balanceOf = async ({ api }: SignedIn) => (await api.getStoreCredit()).balance

const refundsOf = async (orderId: string) =>
  (await admin.api.getOrderDetail(orderId)).refunds.map(({ amount, reason }) => ({ amount, reason }))

const documentsOf = async (orderId: string) =>
  (
    await sql<{ kind: string; paise: number }>`
      select kind, total_paise as paise from documents where order_id = ${orderId} order by issued_at, id`.execute(
      shop.db,
    )
  ).rows.map(({ kind, paise }) => `${kind} ${paise}`)

/** Somebody gives money back at the provider, who takes their time. */
const refundByHand = async (paymentId: string, amountPaise: number) => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  await shop.shop.provider.refundPayment({ paymentId, amountPaise, idempotencyKey: newId(), notes: {} })
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  await takeOverRefunds(shop.shop, paymentId, {})
}

test('the money of an exchange of an exchange goes back to the payment of the first order, and a note on its own invoice answers it', async () => {
  const first = await delivered()
  const second = await exchanged(first)
  const third = await exchanged(second, 'XL')
  const returnId = await givenBack(third)
  const { message, return: refunded } = await change(returnId, { refund: true })
  expect(message).toBe('The money goes back.')
  expect(refunded.refund).toMatchObject({ way: 'source', takesAccount: false, status: 'refunded', refunded: 333.33 })
  expect(await refundsOf(first.orderId)).toEqual([{ amount: 333.33, reason: 'exchange returned' }])
  expect(await balanceOf(first.buyer)).toBe(0)
  const once = ['receipt voucher 33333', 'tax invoice 33333', 'credit note 33333']
  for (const { orderId } of [first, second, third]) expect(await documentsOf(orderId)).toEqual(once)
  await expect(change(returnId, { refund: true })).rejects.toEqual(refusal('settled already'))
})

test('an account is asked for where the first order was paid at the door, and nowhere else', async () => {
  const online = await exchanged(await delivered())
  expect(await online.buyer.api.listMyReturns(online.orderId)).toMatchObject({ takesAccount: false })
  const returnId = await givenBack(online)
  await expect(change(returnId, { refundTo: 'asha@upi' })).rejects.toEqual(refusal('no account is needed', 400))

  const cash = await exchanged(await exchanged(await delivered({ isCash: true })), 'XL')
  expect(await cash.buyer.api.listMyReturns(cash.orderId)).toMatchObject({ takesAccount: true })
  const ofCash = await givenBack(cash)
  await expect(change(ofCash, { refund: true })).rejects.toEqual(refusal('has not said yet'))
  await expect(cash.buyer.api.changeRefundTo(cash.orderId, ofCash, 'source')).rejects.toEqual(
    refusal('No card or account paid', 400),
  )
  await cash.buyer.api.changeRefundTo(cash.orderId, ofCash, 'asha@upi')
  const { return: paid } = await change(ofCash, { refund: { reference: 'UTR 1' } })
  expect(paid.refund).toMatchObject({ way: 'by hand', status: 'refunded', payments: [{ amount: 333.33 }] })
  expect((await admin.api.getReturn(ofCash)).refundTo).toBeNull()
  expect(await balanceOf(cash.buyer)).toBe(0)
})

test('each piece gives back its share of the payment and of the store credit, whichever way round it came, to the paisa', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  const first = await delivered({ quantity: 3, credit: 300.01, code: offer.code! })
  const second = await exchanged(first, 'M', 2)
  const third = await exchanged(second, 'XL')
  for (const bought of [third, first, second]) await change(await givenBack(bought), { refund: true })
  expect(await balanceOf(first.buyer)).toBe(300.01)
  const refunds = await refundsOf(first.orderId)
  expect(refunds.map(({ reason }) => reason)).toEqual(['exchange returned', 'pieces returned', 'exchange returned'])
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(899.98 - 300.01, 2)
})

test('of an order for cash that store credit paid a part of, the share of its exchange comes back as store credit', async () => {
  const first = await delivered({ isCash: true, quantity: 2, credit: 222.22 })
  const second = await exchanged(first)
  const back = async (bought: Bought) => {
    const returnId = await givenBack(bought)
    const { return: named } = await change(returnId, { refundTo: 'asha@upi' })
    expect(named.refund).toMatchObject({ due: 333.33, dueCredit: 111.11 })
    const { return: paid } = await change(returnId, { refund: { reference: 'UTR 2' } })
    expect(paid.refund).toMatchObject({ returnedCredit: 111.11, payments: [{ amount: 222.22 }] })
  }
  await back(second)
  expect(await balanceOf(first.buyer)).toBe(111.11)
  await expectInvariants(shop.db)
  await back(first)
  expect(await balanceOf(first.buyer)).toBe(222.22)
})

test('what is not left of the payment is not given back: neither for the exchange nor for the rest of the first order', async () => {
  const first = await delivered({ quantity: 2 })
  const second = await exchanged(first)
  await refundByHand(first.paymentId, 40_000)
  const { return: refunded } = await change(await givenBack(second), { refund: true })
  expect(refunded.refund).toMatchObject({ refunded: 266.66 })
  const rest = await givenBack(first)
  expect((await admin.api.getReturn(rest)).return.refund).toMatchObject({ status: 'nothing due', due: 0 })
  await expect(change(rest, { refund: true })).rejects.toEqual(refusal('is back already'))
  const mixed = await delivered({ quantity: 2, credit: 333.33 })
  const other = await exchanged(mixed)
  await refundByHand(mixed.paymentId, 33_333)
  const { return: ofCredit } = await change(await givenBack(other), { refund: true })
  expect(ofCredit.refund).toMatchObject({ refunded: 333.33 })
  expect(await balanceOf(mixed.buyer)).toBe(333.33)
})

test('of two returns of one chain at once that would take the same rest only one does', async () => {
  const first = await delivered({ quantity: 3 })
  const second = await exchanged(first, 'M', 2)
  const third = await exchanged(second, 'XL')
  await refundByHand(first.paymentId, 50_000)
  const returns = [await givenBack(second), await givenBack(third), await givenBack(first)]
  await Promise.allSettled(returns.flatMap((id) => [change(id, { refund: true }), change(id, { refund: true })]))
  const refunds = await refundsOf(first.orderId)
  expect(refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(99_999)
})

test('of an exchange that is refunded and exchanged at once one happens', async () => {
  const second = await exchanged(await delivered())
  const { _id } = await second.buyer.api.askForReturn(second.orderId, {
    lines: [{ _id: second.lineId, quantity: 1, reason: 'damaged', exchangeSize: 'XL' }],
  })
  await change(_id, { to: 'approved' })
  const refund = { lines: [{ _id: second.lineId, quantity: 1 }] }
  const done = await Promise.allSettled([
    change(_id, { exchange: 'send' }),
    change(_id, { refund }),
    change(_id, { exchange: 'end' }),
    change(_id, { refund: true }),
  ])
  expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
  const { return: now } = await admin.api.getReturn(_id)
  expect(now.lines[0]!.exchanged + now.lines[0]!.refunded!).toBeLessThanOrEqual(1)
})

test('a parcel of an exchange that was called back gives its money back when it is in, unless somebody has to pay it by hand', async () => {
  const calledBack = async (buying: Buying) => {
    const given = await delivered(buying)
    const { _id } = await given.buyer.api.askForReturn(given.orderId, {
      lines: [{ _id: given.lineId, quantity: 1, reason: 'too large', exchangeSize: 'M' }],
    })
    await change(_id, { to: 'approved' })
    const sentId = (await change(_id, { exchange: 'send' })).return.exchange?.orderId ?? ''
    await admin.api.changeOrderStatus(sentId, 'shipped')
    await admin.api.changeOrderStatus(sentId, 'cancelled')
    const [coming] = (await admin.api.listReturns({ search: sentId })).items
    return { ...given, received: (await change(coming!._id, { to: 'received' })).return }
  }
  const online = await calledBack({})
  expect(online.received.refund).toMatchObject({ way: 'source', refunded: 333.33 })
  expect(await refundsOf(online.orderId)).toEqual([{ amount: 333.33, reason: 'exchange returned' }])
  const cash = await calledBack({ isCash: true })
  expect(cash.received.refund).toMatchObject({ way: 'by hand', due: 333.33, isPayable: false })
})

test('while the first payment is disputed nothing of its exchanges is sent or given as store credit', async () => {
  const first = await delivered({ quantity: 2 })
  const second = await exchanged(first)
  const returnId = await givenBack(second)
  const lines = [{ _id: first.lineId, quantity: 1, reason: 'too large' as const, exchangeSize: 'XL' }]
  const { _id } = await first.buyer.api.askForReturn(first.orderId, { lines })
  await change(_id, { to: 'approved' })
  const waiting = (await change(_id, { exchange: 'send' })).return.exchange?.orderId ?? ''
  await sql`
    insert into disputes (id, payment_id, status, amount_paise, reason)
    values (${`disp_${first.paymentId}`}, ${first.paymentId}, 'open', 33333, 'chargeback')`.execute(shop.db)
  await expect(change(returnId, { refund: true, refundTo: 'store credit' })).rejects.toEqual(refusal('is disputed'))
  await expect(admin.api.changeOrderStatus(waiting, 'shipped')).rejects.toEqual(refusal('is disputed'))
  const [line] = (await admin.api.getOrderDetail(waiting)).order.products
  const body = { lines: [{ _id: line!._id, quantity: 1 }] }
  await expect(first.buyer.api.cancelMyOrder(waiting)).rejects.toEqual(refusal('is disputed'))
  await expect(first.buyer.api.cancelMyOrder(waiting, body)).rejects.toEqual(refusal('is disputed'))
  await expect(admin.api.cancelItems(waiting, body)).rejects.toEqual(refusal('is disputed'))
  await expect(admin.api.changeOrderStatus(waiting, 'cancelled')).rejects.toEqual(refusal('is disputed'))
})
