import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { processEvents } from '#server/orders/provider-events/provider-events.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, makeDue, NEVER, listSandboxRecords, signedIn, setSandboxFaults, type SignedIn } from '#test/purchase.ts'
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

const OPEN = 'The payment of this order is disputed, so it cannot be shipped until that is decided.'
const LOST = 'The payment of this order was lost in a dispute, so it cannot be shipped.'

const buyOne = async () => buy(shop, (await addProduct(shop.db, { pricePaise: 90_000, stock: 5 })).id)

/** The provider tells of a dispute, and the shop has dealt with it. */
async function tell(paymentId: string, event: string, more: object = {}): Promise<string> {
  const answer = await fetch(`${shop.origin}/sandbox/razorpay/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_id: paymentId, event, ...more }),
  })
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  const type = `payment.dispute.${event}`
  await expect
    .poll(async () => {
      await processEvents(shop.shop, NEVER)
      const { rows } = await sql`
        select id from webhook_events where type = ${type} and processed_at is not null
          and payload -> 'payload' -> 'dispute' -> 'entity' ->> 'id' = ${id}`.execute(shop.db)
      return rows.length
    })
    .toBeGreaterThan(0)
  return id
}

const disputesOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).disputes
const refundOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).refund
async function refundsSent(paymentId: string) {
  await makeDue(shop)
  await sendRefunds(shop.shop, NEVER)
  const { refunds } = await listSandboxRecords(shop)
  return refunds.items.filter(({ payment_id }) => payment_id === paymentId).length
}

test('an order whose payment is disputed is not shipped until the dispute is won', async () => {
  const { order, proof } = await buyOne()
  const id = await tell(proof.razorpayPaymentId, 'created')
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({ status: 409, message: OPEN })
  expect(await disputesOf(order._id)).toEqual([
    expect.objectContaining({ _id: id, status: 'open', amount: 900, decidedAt: null }),
  ])
  for (const event of ['under_review', 'action_required']) {
    await tell(proof.razorpayPaymentId, event, { dispute_id: id })
    await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({ message: OPEN })
  }
  await tell(proof.razorpayPaymentId, 'won', { dispute_id: id })
  expect(await disputesOf(order._id)).toEqual([
    expect.objectContaining({ status: 'won', decidedAt: expect.any(String) }),
  ])
  await admin.api.changeOrderStatus(order._id, 'shipped')
})

test('an order whose dispute was lost is not shipped any more', async () => {
  const { order, proof } = await buyOne()
  await tell(proof.razorpayPaymentId, 'lost')
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({ status: 409, message: LOST })
})

test('the refund of a cancelled order waits for the dispute, and goes out once it is won', async () => {
  const { order, proof } = await buyOne()
  const id = await tell(proof.razorpayPaymentId, 'created')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(await refundsSent(proof.razorpayPaymentId)).toBe(0)
  expect(await refundOf(order._id)).toMatchObject({ status: 'pending', _id: null })
  await tell(proof.razorpayPaymentId, 'won', { dispute_id: id })
  expect(await refundsSent(proof.razorpayPaymentId)).toBe(1)
})

test('what the bank took back is not paid back a second time', async () => {
  const { order, proof } = await buyOne()
  const id = await tell(proof.razorpayPaymentId, 'created')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await tell(proof.razorpayPaymentId, 'lost', { dispute_id: id })
  expect(await refundsSent(proof.razorpayPaymentId)).toBe(0)
  expect(await refundOf(order._id)).toMatchObject({ status: 'processed', _id: null })

  const { order: later, proof: paid } = await buyOne()
  await tell(paid.razorpayPaymentId, 'lost')
  await admin.api.changeOrderStatus(later._id, 'cancelled')
  expect(await refundsSent(paid.razorpayPaymentId)).toBe(0)
  expect(await refundOf(later._id)).toMatchObject({ status: 'processed', _id: null })
})

test('where the bank took back a part, a person returns the rest', async () => {
  const { order, proof } = await buyOne()
  await tell(proof.razorpayPaymentId, 'lost', { amount: 40_000 })
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(await refundsSent(proof.razorpayPaymentId)).toBe(0)
  expect(await refundOf(order._id)).toMatchObject({ status: 'failed', _id: null })
})

test.each([
  [['created', 'under_review', 'won'], 'won'],
  [['won', 'under_review', 'created'], 'won'],
  [['lost', 'created', 'lost', 'action_required'], 'lost'],
  [['closed', 'created', 'closed'], 'closed'],
  [['action_required', 'under_review', 'created'], 'action required'],
])('the events %j, in this order, leave a dispute that is %s', async (events, status) => {
  const { order, proof } = await buyOne()
  const id = `disp_${proof.razorpayPaymentId}`
  for (const event of events) await tell(proof.razorpayPaymentId, event, { dispute_id: id })
  expect(await disputesOf(order._id)).toEqual([expect.objectContaining({ _id: id, status })])
})
