import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { settleProviderPayment } from '#server/orders/settle-payment.ts'
import { createProvider } from '#server/payments/provider.ts'
import { webhookSignature } from '#server/payments/signatures.ts'
import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, makeDue, NEVER, listSandboxRecords, signedIn, setSandboxFaults, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSandboxFaults(shop, { failNext: 0, dropAnswerNext: 0, refundAfterMs: 1000, hang: false })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

async function cancelled() {
  const product = await addProduct(shop.db, { pricePaise: 90_000 })
  const bought = await buy(shop, product.id)
  await admin.api.changeOrderStatus(bought.order._id, 'cancelled')
  const paymentId = bought.proof.razorpayPaymentId
  return { ...bought, paymentId }
}

const findRefund = (paymentId: string) =>
  shop.db
    .selectFrom('refunds')
    .select(['id', 'status', 'providerRefundId', 'attempts', 'nextAttemptAt'])
    .where('paymentId', '=', paymentId)
    .where('isForeign', '=', false)
    .executeTakeFirstOrThrow()

const atProvider = async (paymentId: string) =>
  (await listSandboxRecords(shop)).refunds.items.filter(({ payment_id }) => payment_id === paymentId)

async function send(): Promise<void> {
  await makeDue(shop)
  await sendRefunds(shop.shop, NEVER)
}

test('a refund is sent, and done only when the provider says so', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const { buyer, paymentId } = await cancelled()
  await sendRefunds(shop.shop, NEVER)
  expect(await findRefund(paymentId)).toMatchObject({ status: 'sent', nextAttemptAt: expect.any(Date) })
  expect(await atProvider(paymentId)).toMatchObject([{ amount: 90_000, status: 'pending' }])
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ payment: 'refund pending' }])
  await shop.db
    .updateTable('sandboxRefunds' as never)
    .set({ status: 'processed' } as never)
    .execute()
  await send()
  expect(await findRefund(paymentId)).toMatchObject({ status: 'processed', nextAttemptAt: null })
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'cancelled', payment: 'refunded' }])
})

test('a refund whose answer got lost, or that is sent by many at once, happens once (BP-12)', async () => {
  const { paymentId } = await cancelled()
  await setSandboxFaults(shop, { dropAnswerNext: 1 })
  await sendRefunds(shop.shop, NEVER)
  expect(await atProvider(paymentId)).toHaveLength(1)
  await makeDue(shop)
  await Promise.all([1, 2, 3].map(() => sendRefunds(shop.shop, NEVER)))
  for (let times = 0; times < 3; times += 1) await send()
  expect(await atProvider(paymentId)).toHaveLength(1)
  const { providerRefundId } = await findRefund(paymentId)
  expect(providerRefundId).toBe((await atProvider(paymentId))[0]!.id)
})

test('every attempt of a refund is sent under one key with one body', async () => {
  const { paymentId } = await cancelled()
  const sent: [key: string | undefined, body: string | undefined][] = []
  const { keyId, keySecret } = shop.shop.payment
  const own = shop.shop.provider
  shop.shop.provider = createProvider({
    apiUrl: `${shop.origin}/sandbox/razorpay`,
    keyId,
    keySecret,
    send: async (url, { headers, body }) => {
      if (url.pathname.includes(`${paymentId}/refund`)) sent.push([headers['x-refund-idempotency'], body])
      throw new TypeError('the cable was cut')
    },
  })
  for (let times = 0; times < 3; times += 1) await send()
  shop.shop.provider = own
  const { id } = await findRefund(paymentId)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(([key]) => key))).toEqual(new Set([id]))
  expect(new Set(sent.map(([, body]) => body)).size).toBe(1)
  await send()
  expect(await atProvider(paymentId)).toHaveLength(1)
})

test('a provider that is down is asked again later', async () => {
  const { paymentId } = await cancelled()
  for (const status of [500, 429, 400]) {
    await setSandboxFaults(shop, { failNext: 1000, failStatus: status })
    await send()
    await setSandboxFaults(shop, { failNext: 0, failStatus: 500 })
    expect(await findRefund(paymentId)).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(Date) })
  }
  await send()
  expect(await atProvider(paymentId)).toHaveLength(1)
})

test('the provider tells by an event that a refund is processed, in any order', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1, duplicateWebhooks: 2, shuffleWebhooks: true })
  const product = await addProduct(shop.db)
  const buyer = await signedIn(shop)
  await buyer.api.addToCart(product.id)
  const { id } = await buyer.api.startPayment()
  const answer = await fetch(`${shop.origin}/sandbox/razorpay/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id, outcome: 'success', webhook: true }),
  })
  const { razorpay_payment_id: paymentId } = await answer.json()
  await expect.poll(() => buyer.api.listMyOrders(buyer.id)).toMatchObject([{ payment: 'paid' }])
  const [order] = await buyer.api.listMyOrders(buyer.id)
  await admin.api.changeOrderStatus(order!._id, 'cancelled')
  await sendRefunds(shop.shop, NEVER)
  await expect.poll(async () => (await findRefund(paymentId)).status).toBe('processed')
  await setSandboxFaults(shop, { duplicateWebhooks: 0, shuffleWebhooks: false })
  const open = () => shop.db.selectFrom('webhookEvents').select('id').where('processedAt', 'is', null).execute()
  await expect.poll(open).toEqual([])
  expect(await findRefund(paymentId)).toMatchObject({ status: 'processed', nextAttemptAt: null })
})

function report(type: string, refund: { id: string; payment_id: string; amount: number; status: string }) {
  const entity = { ...refund, entity: 'refund', currency: 'INR', created_at: 1_795_000_000 }
  const body = JSON.stringify({ event: type, payload: { refund: { entity } }, created_at: 1_795_000_000 })
  return fetch(`${shop.origin}/api/payment/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': newId(),
      'x-razorpay-signature': webhookSignature(Buffer.from(body), shop.shop.payment.webhookSecrets[0]!),
    },
    body,
  })
}

test('a refund that failed waits for somebody, and an older report does not hide it', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const { paymentId } = await cancelled()
  await sendRefunds(shop.shop, NEVER)
  const { providerRefundId } = await findRefund(paymentId)
  const refund = { id: providerRefundId!, payment_id: paymentId, amount: 90_000 }
  await report('refund.failed', { ...refund, status: 'failed' })
  await expect.poll(() => findRefund(paymentId)).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect(await admin.api.listAllOrders({ limit: 1 })).toMatchObject({ items: [{ payment: 'refund failed' }] })
  await report('refund.created', { ...refund, status: 'pending' })
  const open = () => shop.db.selectFrom('webhookEvents').select('id').where('processedAt', 'is', null).execute()
  await expect.poll(open).toEqual([])
  expect(await findRefund(paymentId)).toMatchObject({ status: 'failed' })
})

const listSteps = async (subjectId: string) => {
  const entries = await shop.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}

test('a refund that the provider refuses for a day waits for somebody, who can still make it', async () => {
  const { order, paymentId } = await cancelled()
  await shop.db.updateTable('refunds').set({ attempts: 23 }).where('paymentId', '=', paymentId).execute()
  await setSandboxFaults(shop, { failNext: 1000, failStatus: 400 })
  await send()
  expect(await findRefund(paymentId)).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(Date) })
  await send()
  await setSandboxFaults(shop, { failNext: 0, failStatus: 500 })
  const { id, ...refund } = await findRefund(paymentId)
  expect(refund).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect(await listSteps(id)).toEqual(['refund.requested', 'refund.failed'])
  await send()
  expect(await atProvider(paymentId)).toEqual([])

  await shop.shop.provider.refundPayment({ paymentId, amountPaise: 90_000, idempotencyKey: newId(), notes: {} })
  await expect.poll(() => findRefund(paymentId)).toMatchObject({ status: 'replaced', nextAttemptAt: null })
  const states = async () => (await admin.api.getOrderDetail(order._id)).order.payment
  await expect.poll(states).toBe('refunded')
})

test('a refund of less than the provider returns is not asked for, and waits for somebody', async () => {
  const product = await addProduct(shop.db, { pricePaise: 90_000 })
  const buyer = await signedIn(shop)
  await buyer.api.addToCart(product.id)
  const start = await buyer.api.startPayment()
  const paymentId = `pay_${newId()}`
  const payment = { id: paymentId, orderId: start.id, amountPaise: 50, amountRefundedPaise: 0 }
  await settleProviderPayment(shop.shop, { ...payment, status: 'captured', createdAt: new Date() })
  await send()
  const { id, ...refund } = await findRefund(paymentId)
  expect(refund).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect(await listSteps(id)).toEqual(['refund.requested', 'refund.failed'])
})

const reported = (subjectId: string) =>
  shop.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', subjectId)
    .where('action', '=', 'refund.reported')
    .execute()

test('the shop’s own refund whose answer got lost is known by what the shop sent along', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 1 })
  const { paymentId } = await cancelled()
  await setSandboxFaults(shop, { dropAnswerNext: 1 })
  await sendRefunds(shop.shop, NEVER)
  await expect.poll(() => findRefund(paymentId)).toMatchObject({ status: 'processed', nextAttemptAt: null })
  expect(await reported(paymentId)).toEqual([])
})
