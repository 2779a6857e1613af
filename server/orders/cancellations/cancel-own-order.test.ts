import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { cancelUncaptured } from '#server/orders/change-status.ts'
import { newId } from '#server/db/new-id.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  authoriseOnly,
  buy,
  fillCart,
  makeDue,
  NEVER,
  pay,
  signedIn,
  stockOf,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const CONFLICT = { status: 409, code: 'conflict' }

async function placed(quantity = 2) {
  const product = await addProduct(shop.db, { pricePaise: 60_000, stock: 5 })
  return { ...(await buy(shop, product.id, quantity)), product }
}

const refundsOf = (orderId: string) =>
  shop.db.selectFrom('refunds').select(['amountPaise', 'reason', 'status']).where('orderId', '=', orderId).execute()

test('a customer cancels an order that waits: stock and money go back, and the order says so', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  const { buyer, order, product } = await placed()
  expect(order).toMatchObject({ status: 'order placed', payment: 'paid', refund: null })
  expect(await stockOf(shop, product.id)).toEqual([3])
  const { message, order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(message).toBe('Order cancelled.')
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    payment: 'refund pending',
    refund: { amount: 1200, requestedAt: expect.any(String), doneAt: null },
    timeline: [{ status: 'order placed' }, { status: 'cancelled' }],
  })
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await refundsOf(order._id)).toEqual([{ amountPaise: 120_000, reason: 'order cancelled', status: 'pending' }])

  await sendRefunds(shop.shop, NEVER)
  const processed = async () => {
    await makeDue(shop)
    await sendRefunds(shop.shop, NEVER)
    return buyer.api.listMyOrders(buyer.id)
  }
  await expect.poll(processed).toMatchObject([{ payment: 'refunded', refund: { amount: 1200 } }])
  const [refunded] = await buyer.api.listMyOrders(buyer.id)
  expect(Date.parse(refunded!.refund!.doneAt!)).toBeGreaterThanOrEqual(Date.parse(refunded!.refund!.requestedAt))
  await setSandboxFaults(shop, { refundAfterMs: 1000 })
})

test('the audit log says who cancelled, and the step keeps it too', async () => {
  const { buyer, order } = await placed()
  await buyer.api.cancelMyOrder(order._id)
  const entry = await shop.db
    .selectFrom('auditLog')
    .select(['actorId', 'before', 'after'])
    .where('subjectId', '=', order._id)
    .where('action', '=', 'order.cancelled')
    .execute()
  expect(entry).toEqual([{ actorId: buyer.id, before: { status: 'order placed' }, after: { status: 'cancelled' } }])
  const step = shop.db.selectFrom('orderSteps').select('actorId').where('orderId', '=', order._id)
  expect(await step.where('status', '=', 'cancelled').execute()).toEqual([{ actorId: buyer.id }])
})

test('somebody else’s order is answered like one that does not exist', async () => {
  const { order } = await placed()
  const stranger = await signedIn(shop)
  const missing = { status: 404, message: 'Order not found' }
  await expect(stranger.api.cancelMyOrder(order._id)).rejects.toMatchObject(missing)
  await expect(stranger.api.cancelMyOrder(newId())).rejects.toMatchObject(missing)
  await expect(stranger.api.cancelMyOrder('x'.repeat(90))).rejects.toMatchObject(missing)
  for (const { api } of [admin, shop.visitor()]) {
    await expect(api.cancelMyOrder(order._id)).rejects.toMatchObject({ status: 401 })
  }
  expect(await refundsOf(order._id)).toEqual([])
})

test('an order that is shipped, delivered or cancelled is not cancelled by its customer', async () => {
  for (const path of [['shipped'], ['shipped', 'delivered'], ['cancelled']] as const) {
    const { buyer, order } = await placed()
    for (const status of path) await admin.api.changeOrderStatus(order._id, status)
    const before = await buyer.api.listMyOrders(buyer.id)
    await expect(buyer.api.cancelMyOrder(order._id)).rejects.toMatchObject({
      ...CONFLICT,
      message: expect.stringMatching(/on its way|delivered|already cancelled/),
    })
    expect(await buyer.api.listMyOrders(buyer.id)).toEqual(before)
  }
})

test('a second click hears that the order is cancelled, and nothing happens twice', async () => {
  const { buyer, order, product } = await placed()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => buyer.api.cancelMyOrder(order._id)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(refusals).toEqual([1, 2].map(() => expect.objectContaining(CONFLICT)))
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await refundsOf(order._id)).toHaveLength(1)
})

test('money that is captured only after the order was cancelled goes back then', async () => {
  const product = await addProduct(shop.db, { pricePaise: 60_000, stock: 5 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment(ADDRESS)
  await authoriseOnly(shop, id)
  const proof = await pay(shop, id)
  const order = await buyer.api.getOrder(buyer.id, proof)
  expect(order.payment).toBe('awaiting capture')
  const { order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({ status: 'cancelled', payment: 'not charged', refund: null })
  expect(await stockOf(shop, product.id)).toEqual([5])

  await shop.shop.provider.capturePayment({ paymentId: proof.razorpayPaymentId, amountPaise: 60_000 })
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ refund: { amount: 600 } }])
  expect(await refundsOf(order._id)).toHaveLength(1)
  const { checkoutId } = await shop.db
    .selectFrom('orders')
    .select('checkoutId')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  await cancelUncaptured(shop.shop, checkoutId)
  expect(await refundsOf(order._id)).toHaveLength(1)
})
