import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendMails } from '#server/mails/service.ts'
import { newId } from '#server/db/new-id.ts'
import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { listBestSold } from '#server/orders/service.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  authoriseOnly,
  buyCart,
  fillCart,
  makeDue,
  NEVER,
  pay,
  setSandboxFaults,
  signedIn,
  stockOf,
  type SignedIn,
} from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSettings(shop, { takesCash: false, cashFee: 0, shippingFee: 0, freeShippingFrom: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

/** An order of two products: three pieces at ₹333.33 and one at ₹1,000, and what it was before. */
async function placed(code?: string) {
  const buyer = await signedIn(shop)
  const three = await addProduct(shop.db, { pricePaise: 33_333, stock: 5 })
  const one = await addProduct(shop.db, { pricePaise: 100_000, stock: 5 })
  await fillCart(buyer, three.id, 3)
  await fillCart(buyer, one.id)
  if (code !== undefined) await buyer.api.enterCode(code)
  const { order } = await buyCart(shop, buyer)
  const lineOf = (productId: string) => order.products.find(({ product }) => product._id === productId)!._id
  return { buyer, order, three, one, threeLine: lineOf(three.id), oneLine: lineOf(one.id) }
}

const refundsOf = (orderId: string) =>
  shop.db
    .selectFrom('refunds')
    .select(['amountPaise', 'reason', 'status'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('amountPaise')
    .execute()

const paiseOf = (refunds: readonly { amountPaise: number }[]) =>
  refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

test('a customer cancels a piece: its stock and exactly its money go back, and the rest of the order stands', async () => {
  const { buyer, order, three, one, threeLine, oneLine } = await placed()
  const { message, order: less } = await buyer.api.cancelMyOrder(order._id, {
    lines: [{ _id: threeLine, quantity: 1 }],
    reason: 'I changed my mind',
  })
  expect(message).toBe('1 piece cancelled.')
  expect(less).toMatchObject({
    status: 'order placed',
    totalAmount: 1999.99,
    totalPrice: 1999.99,
    cancelledAmount: 333.33,
    cancellations: [{ amount: 333.33, lines: [{ _id: threeLine, quantity: 1 }], isByShop: false }],
    payment: 'partly refunded',
    refund: { amount: 333.33, doneAt: null },
    timeline: [{ status: 'order placed' }],
  })
  expect(less.products).toMatchObject([
    { _id: threeLine, quantity: 3, cancelled: 1 },
    { _id: oneLine, quantity: 1 },
  ])
  expect(less.products[1]).not.toHaveProperty('cancelled')
  expect(await stockOf(shop, three.id)).toEqual([3])
  expect(await stockOf(shop, one.id)).toEqual([4])
  expect(await refundsOf(order._id)).toEqual([{ amountPaise: 33_333, reason: 'pieces cancelled', status: 'pending' }])
  expect(await admin.api.getOrderDetail(order._id)).toMatchObject({
    cancelReason: null,
    cancelNotes: [{ name: 'Asha Rao', reason: 'I changed my mind' }],
  })
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.find(({ action }) => action === 'order.pieces cancelled')).toMatchObject({ person: { _id: buyer.id } })
})

test('the discount of each piece goes back with it, and the pieces together are what was paid, to the paisa', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  const { buyer, order, threeLine, oneLine } = await placed(offer.code)
  expect(order.totalAmount).toBe(1899.98)
  const amounts: number[] = []
  for (const line of [threeLine, threeLine, oneLine]) {
    await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
    amounts.push(paiseOf(await refundsOf(order._id)))
  }
  const { order: whole } = await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 1 }] })
  expect(whole).toMatchObject({ status: 'cancelled', payment: 'refund pending' })
  const refunds = await refundsOf(order._id)
  expect(refunds).toHaveLength(4)
  expect(paiseOf(refunds)).toBe(189_998)
  const { discount = 0 } = order.products.find(({ _id }) => _id === oneLine)!
  expect(amounts[2]! - amounts[1]!).toBe(100_000 - Math.round(discount * 100))
})

test('all pieces by their lines are the whole order: cancelled as ever, with its reason and its fee', async () => {
  await setSettings(shop, { shippingFee: 50, freeShippingFrom: 5000 })
  const { buyer, order, three, one, threeLine, oneLine } = await placed()
  expect(order.totalAmount).toBe(2049.99)
  const { order: less } = await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 3 }] })
  expect(less.refund).toMatchObject({ amount: 999.99 })
  const { message, order: cancelled } = await buyer.api.cancelMyOrder(order._id, {
    lines: [{ _id: oneLine, quantity: 1 }],
    reason: 'It takes too long',
  })
  expect(message).toBe('Order cancelled.')
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    refund: { amount: 2049.99 },
    timeline: [{ status: 'order placed' }, { status: 'cancelled' }],
  })
  expect([await stockOf(shop, three.id), await stockOf(shop, one.id)]).toEqual([[5], [5]])
  expect(await admin.api.getOrderDetail(order._id)).toMatchObject({ cancelReason: 'It takes too long' })
})

test('without lines the whole order is cancelled, also after a part of it, and by the address of before', async () => {
  const { buyer, order, threeLine } = await placed()
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 2 }] })
  const answer = await buyer.fetch(`/api/order/cancel/${order._id}`, { method: 'POST' })
  expect(await answer.json()).toMatchObject({ message: 'Order cancelled.', order: { status: 'cancelled' } })
  expect(paiseOf(await refundsOf(order._id))).toBe(199_999)
})

test('more pieces than there are, a line of another order and an empty choice cancel nothing', async () => {
  const { buyer, order, three, threeLine } = await placed()
  const other = await placed()
  const cancel = (lines: { _id: string; quantity: number; left?: number }[]) =>
    buyer.api.cancelMyOrder(order._id, { lines })
  await expect(cancel([{ _id: threeLine, quantity: 4 }])).rejects.toEqual(refusal('only 3 pieces are left'))
  await expect(cancel([{ _id: other.threeLine, quantity: 1 }])).rejects.toEqual(refusal('Order line not found', 404))
  await expect(cancel([])).rejects.toMatchObject({ status: 400 })
  for (const quantity of [0, -1, 1.5]) {
    await expect(cancel([{ _id: threeLine, quantity }])).rejects.toMatchObject({ status: 400 })
  }
  const twice = { _id: threeLine, quantity: 2 }
  await expect(cancel([twice, twice])).rejects.toMatchObject({ status: 400 })
  await expect(cancel([{ _id: threeLine, quantity: 1, left: 2 }])).rejects.toEqual(refusal('changed meanwhile'))
  await cancel([{ _id: threeLine, quantity: 2, left: 3 }])
  await expect(cancel([{ _id: threeLine, quantity: 2 }])).rejects.toEqual(refusal('only 1 piece is left'))
  expect(await stockOf(shop, three.id)).toEqual([4])
  expect(await refundsOf(order._id)).toHaveLength(1)
})

test('another’s order is answered like one that does not exist, and one that left or was cancelled is not touched', async () => {
  const { buyer, order, threeLine } = await placed()
  const body = { lines: [{ _id: threeLine, quantity: 1 }] }
  const stranger = await signedIn(shop)
  const missing = { status: 404, message: 'Order not found' }
  await expect(stranger.api.cancelMyOrder(order._id, body)).rejects.toMatchObject(missing)
  await expect(stranger.api.cancelMyOrder(newId(), body)).rejects.toMatchObject(missing)
  await expect(shop.visitor().api.cancelMyOrder(order._id, body)).rejects.toMatchObject({ status: 401 })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await expect(buyer.api.cancelMyOrder(order._id, body)).rejects.toEqual(refusal('on its way already'))
  await expect(admin.api.cancelItems(order._id, body)).rejects.toEqual(refusal('on its way already'))
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await expect(buyer.api.cancelMyOrder(order._id, body)).rejects.toEqual(refusal('was delivered'))
  const second = await placed()
  await second.buyer.api.cancelMyOrder(second.order._id)
  const cancelledBody = { lines: [{ _id: second.threeLine, quantity: 1 }] }
  await expect(second.buyer.api.cancelMyOrder(second.order._id, cancelledBody)).rejects.toEqual(
    refusal('already cancelled'),
  )
  expect(await refundsOf(order._id)).toEqual([])
})

test('the staff cancel pieces with a word why; who only packs may not, and sees how many are left but no money', async () => {
  const { order, threeLine } = await placed()
  const body = { lines: [{ _id: threeLine, quantity: 2 }], reason: 'Two have a stain' }
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(packer.api.cancelItems(order._id, body)).rejects.toMatchObject({ status: 403 })
  const { message, order: less } = await admin.api.cancelItems(order._id, body)
  expect(message).toBe('2 pieces cancelled.')
  expect(less).toMatchObject({ cancelledAmount: 666.66, cancellations: [{ isByShop: true }] })
  const seen = await packer.api.getOrderDetail(order._id)
  expect(seen.order.products).toContainEqual(expect.objectContaining({ _id: threeLine, quantity: 3, cancelled: 2 }))
  expect(JSON.stringify(seen)).not.toMatch(/666\.66|cancelledAmount/)
  const { order: shipped } = await packer.api.changeOrderStatus(order._id, 'shipped')
  expect(shipped.status).toBe('shipped')
})

test('the provider returns the money, or a person does it by hand where the provider gave up, and it is counted once', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  const { buyer, order, threeLine, oneLine } = await placed()
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 1 }] })
  const processed = async () => {
    await makeDue(shop)
    await sendRefunds(shop.shop, NEVER)
    const [seen] = await buyer.api.listMyOrders(buyer.id)
    return seen?.refundedAmount
  }
  await expect.poll(processed).toBe(333.33)
  await setSandboxFaults(shop, { refundAfterMs: 1000 })

  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: oneLine, quantity: 1 }] })
  await sql`
    update refunds set status = 'failed', next_attempt_at = null where order_id = ${order._id} and status = 'pending'`.execute(
    shop.db,
  )
  const { id: paymentId } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('orderId', '=', order._id)
    .executeTakeFirstOrThrow()
  const byHand = { id: `rfnd_${newId()}`, paymentId, amountPaise: 100_000, status: 'processed' } as const
  for (let count = 0; count < 2; count += 1) await recordRefund(shop.shop, byHand)
  const [seen] = await buyer.api.listMyOrders(buyer.id)
  expect(seen).toMatchObject({ status: 'order placed', payment: 'partly refunded', refundedAmount: 1333.33 })
})

test('all of the money made back at the provider meanwhile ends the order, and nothing is asked for twice', async () => {
  const { buyer, order, threeLine } = await placed()
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 1 }] })
  const { id: paymentId } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('orderId', '=', order._id)
    .executeTakeFirstOrThrow()
  const foreign = { id: `rfnd_${newId()}`, paymentId, amountPaise: 199_999 }
  await recordRefund(shop.shop, { ...foreign, status: 'pending' })
  await expectInvariants(shop.db)
  await recordRefund(shop.shop, { ...foreign, status: 'failed' })
  expect((await refundsOf(order._id)).filter(({ status }) => status === 'pending')).toMatchObject([
    { amountPaise: 33_333 },
  ])
  await expectInvariants(shop.db)
  await recordRefund(shop.shop, { ...foreign, id: `rfnd_${newId()}`, status: 'processed' })
  const [seen] = await buyer.api.listMyOrders(buyer.id)
  expect(seen).toMatchObject({ status: 'cancelled', payment: 'refunded' })
})

test('money that is captured only after pieces were cancelled goes back for them then', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 60_000, stock: 5 })
  await fillCart(buyer, product.id, 2)
  const { id } = await buyer.api.startPayment(ADDRESS)
  await authoriseOnly(shop, id)
  const proof = await pay(shop, id)
  const order = await buyer.api.getOrder(buyer.id, proof)
  const { order: less } = await buyer.api.cancelMyOrder(order._id, {
    lines: [{ _id: order.products[0]!._id, quantity: 1 }],
  })
  expect(less).toMatchObject({ payment: 'awaiting capture', refund: null, cancelledAmount: 600 })
  await shop.shop.provider.capturePayment({ paymentId: proof.razorpayPaymentId, amountPaise: 120_000 })
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([
    { status: 'order placed', payment: 'partly refunded', refund: { amount: 600 } },
  ])
})

test('of an order for cash less is due at the door, its fee stays, and the courier remits what is left', async () => {
  await setSettings(shop, { takesCash: true, cashFee: 40, cashLimit: 5000, cashNeedsConfirming: false })
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 60_000, stock: 5 })
  await fillCart(buyer, product.id, 3)
  const order = await buyer.api.orderForCash({ address: { ...ADDRESS, phone: '9000012345', street: '7, Cash Lane' } })
  const line = order.products[0]!._id
  const { order: less } = await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
  expect(less).toMatchObject({
    totalAmount: 1840,
    cancelledAmount: 600,
    cashToCollect: 1240,
    payment: { method: 'cash', status: 'cash due' },
    refund: null,
  })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await expect(admin.api.remitCash(order._id, 1840)).rejects.toMatchObject({ status: 409 })
  await admin.api.remitCash(order._id, 1240)
  const [seen] = await buyer.api.listMyOrders(buyer.id)
  expect(seen!.documents).toMatchObject([{ kind: 'receipt' }])
})

test('where what is left would cost nothing, the whole order has to be cancelled', async () => {
  const category = await addCategory(shop.db)
  const free = await addProduct(shop.db, { pricePaise: 0, categoryId: category.id })
  const paid = await addProduct(shop.db, { pricePaise: 50_000, categoryId: category.id })
  const buyer = await signedIn(shop)
  await fillCart(buyer, free.id)
  await fillCart(buyer, paid.id)
  const { order } = await buyCart(shop, buyer)
  const lineOf = (productId: string) => order.products.find(({ product }) => product._id === productId)!._id
  const cancel = (productId: string) =>
    buyer.api.cancelMyOrder(order._id, { lines: [{ _id: lineOf(productId), quantity: 1 }] })
  await expect(cancel(paid.id)).rejects.toEqual(refusal('would cost nothing'))
  const { order: less } = await cancel(free.id)
  expect(less).toMatchObject({ cancelledAmount: 0, payment: 'paid', refund: null })
})

test('figures and best sellers count what is left', async () => {
  const before = await admin.api.getFigures({ days: '7' })
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 50, name: 'Counted Shirt' })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 10)
  const { order } = await buyCart(shop, buyer)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 8 }] })
  const after = await admin.api.getFigures({ days: '7' })
  expect(after.revenue.now).toBeCloseTo(before.revenue.now + 1000, 2)
  expect(after.bestSellers.find(({ _id }) => _id === product.id)).toMatchObject({ pieces: 2, revenue: 1000 })
  expect(await listBestSold(shop.db, 1)).not.toEqual([product.id])
})

test('a mail says what was cancelled and what comes back, once', async () => {
  await sendMails(shop.shop, NEVER)
  shop.mails.splice(0)
  const { buyer, order, three, threeLine } = await placed()
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: threeLine, quantity: 2 }] })
  for (let count = 0; count < 2; count += 1) await sendMails(shop.shop, NEVER)
  const sent = shop.mails.filter(({ subject }) => subject.includes(order._id.slice(-6).toUpperCase()))
  expect(sent).toHaveLength(1)
  const short = `#${order._id.slice(-6).toUpperCase()}`
  expect(sent[0]!.subject).toBe(`Cancelled: 2 pieces of your order ${short}`)
  expect(sent[0]!.text).toContain(`${three.name} × 2`)
  expect(sent[0]!.text).toContain('₹666.66 goes back to the card or account that you paid with.')
})
