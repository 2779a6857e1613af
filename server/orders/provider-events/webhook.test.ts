import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { finishEventOnce, insertEvent } from '#server/orders/provider-events/provider-event-queries.ts'
import { webhookSignature } from '#server/payments/signatures.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { fillCart, pay, signedIn, setSandboxFaults, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const ordersOf = ({ api, id }: SignedIn) => api.listMyOrders(id)

const sign = (body: string) => webhookSignature(Buffer.from(body), shop.shop.payment.webhookSecrets[0]!)

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(`${shop.origin}/api/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': sign(body), ...headers },
    body,
  })
}

const findEvent = (id: string) =>
  shop.db
    .selectFrom('webhookEvents')
    .select(['type', 'processedAt', 'failure', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()

const untilProcessed = async (id: string) => {
  await expect.poll(async () => (await findEvent(id))?.processedAt).toBeInstanceOf(Date)
}

interface Reported {
  status?: string
  amount?: number
  id?: string
}

/** An event about a payment, as the provider words it. */
function paymentEvent(type: string, orderId: string, { status = 'captured', amount = 50_000, id }: Reported = {}) {
  const entity = {
    id: id ?? `pay_for_${orderId}`,
    entity: 'payment',
    amount,
    currency: 'INR',
    status,
    order_id: orderId,
    method: 'card',
    amount_refunded: 0,
    created_at: 1_795_000_000,
    email: 'buyer@example.com',
  }
  const payload = { payment: { entity } }
  return JSON.stringify({ entity: 'event', event: type, contains: ['payment'], payload, created_at: 1_795_000_000 })
}

async function starter() {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  await fillCart(buyer, product.id)
  return { buyer, product, start: await buyer.api.startPayment() }
}

test('a payment whose browser is gone has its order within 5 s (BP-01)', async () => {
  const { buyer, start } = await starter()
  await pay(shop, start.id, { webhook: true })
  const stop = startStopwatch()
  await expect.poll(() => ordersOf(buyer)).toMatchObject([{ orderId: start.id, payment: 'paid' }])
  expect(stop()).toBeLessThan(5000)
})

test('an event is stored and answered, and processed after that', async () => {
  const { buyer, start } = await starter()
  const id = newId()
  const stop = startStopwatch()
  const answer = await post(paymentEvent('payment.captured', start.id), { 'x-razorpay-event-id': id })
  expect(stop()).toBeLessThan(1000)
  expect(answer.status).toBe(200)
  expect(await findEvent(id)).toMatchObject({ type: 'payment.captured' })
  await untilProcessed(id)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an event without an id goes by its bytes', async () => {
  const { start } = await starter()
  const body = paymentEvent('payment.captured', start.id)
  const count = async () => (await shop.db.selectFrom('webhookEvents').select('id').execute()).length
  const before = await count()
  expect((await post(body)).status).toBe(200)
  expect((await post(body)).status).toBe(200)
  expect(await count()).toBe(before + 1)
})

test('the signature is over the bytes, with the current secret or the previous one', async () => {
  const { start } = await starter()
  const body = paymentEvent('payment.authorized', start.id, { status: 'authorized' })
  const { webhookSecrets } = shop.shop.payment
  const wrong = [
    '',
    sign(`${body} `),
    sign(body).slice(0, -1),
    webhookSignature(Buffer.from(body), 'another secret'),
    sign(JSON.stringify(JSON.parse(body), null, 1)),
  ]
  for (const signature of wrong) {
    const answer = await post(body, { 'x-razorpay-signature': signature })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid' })
  }
  const unsigned = await fetch(`${shop.origin}/api/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(unsigned.status).toBe(400)
  const secrets = { ...shop.shop.payment, webhookSecrets: ['the new one', webhookSecrets[0]!] }
  shop.shop.payment = secrets
  const previous = webhookSignature(Buffer.from(body), webhookSecrets[0]!)
  const current = webhookSignature(Buffer.from(body), 'the new one')
  for (const signature of [previous, current]) {
    expect((await post(body, { 'x-razorpay-signature': signature })).status).toBe(200)
  }
  shop.shop.payment = { ...secrets, webhookSecrets }
})

test('what is no JSON is 415, what is no event is 400', async () => {
  const form = await fetch(`${shop.origin}/api/payment/webhook`, {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
  })
  expect(form.status).toBe(415)
  for (const body of ['{', '[]', '{"event":"payment.captured"}', 'null']) expect((await post(body)).status).toBe(400)
  expect((await fetch(`${shop.origin}/api/payment/webhook`, { method: 'POST' })).status).toBe(400)
})

test.each([
  ['NUL', String.raw`\u0000`],
  ['half of a sign', String.raw`\ud83d`],
])('an event whose texts hold %s is taken and acted on like any other', async (_what, escape) => {
  const { buyer, start } = await starter()
  const id = newId()
  const body = paymentEvent('payment.captured', start.id)
    .replace('buyer@example.com', escape)
    .replace('"email"', `"a${escape}b":1,"email"`)
  expect((await post(body, { 'x-razorpay-event-id': id })).status).toBe(200)
  await untilProcessed(id)
  expect(await findEvent(id)).toMatchObject({ failure: null })
  expect(await ordersOf(buyer)).toMatchObject([{ orderId: start.id, payment: 'paid' }])
  const unknown = JSON.stringify({ event: 'x', payload: {}, created_at: 1 }).replace('"x"', `"x${escape}"`)
  expect((await post(unknown)).status).toBe(200)
})

test('repeats and any order of arrival change nothing twice', async () => {
  const { buyer, start } = await starter()
  const events = [
    paymentEvent('payment.authorized', start.id, { status: 'authorized' }),
    paymentEvent('payment.captured', start.id),
    paymentEvent('payment.failed', start.id, { status: 'failed', id: `pay_failed_${start.id}` }),
    paymentEvent('payment.failed', start.id, { status: 'failed' }),
  ].map((body) => ({ body, id: newId() }))
  const shuffled = [...events, ...events, ...events].toSorted((a, b) => a.id.localeCompare(b.id) || 1).toReversed()
  const answers = await Promise.all(shuffled.map(({ body, id }) => post(body, { 'x-razorpay-event-id': id })))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  for (const { id } of events) await untilProcessed(id)
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'order placed', payment: 'paid' }])
  expect((await buyer.api.getCart()).cart).toEqual([])
})

test('the same events under new ids change nothing either', async () => {
  const { buyer, start } = await starter()
  const ids = [newId(), newId(), newId()]
  for (const id of ids) await post(paymentEvent('payment.captured', start.id), { 'x-razorpay-event-id': id })
  for (const id of ids) await untilProcessed(id)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('duplicated and shuffled events of many purchases leave one order each', async () => {
  await setSandboxFaults(shop, { duplicateWebhooks: 2, shuffleWebhooks: true })
  const starters: Awaited<ReturnType<typeof starter>>[] = []
  for (let count = 0; count < 6; count += 1) starters.push(await starter())
  await Promise.all(starters.map(({ start }) => pay(shop, start.id, { webhook: true })))
  for (const { buyer } of starters) {
    await expect.poll(() => ordersOf(buyer)).toMatchObject([{ payment: 'paid' }])
  }
  const isDone = async () =>
    (await shop.db.selectFrom('webhookEvents').select('id').where('processedAt', 'is', null).execute()).length
  await expect.poll(isDone).toBe(0)
  await setSandboxFaults(shop, { duplicateWebhooks: 0, shuffleWebhooks: false })
  for (const { buyer } of starters) expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an event about another shop, or of an unknown kind, is acknowledged and does nothing', async () => {
  const before = await shop.db.selectFrom('orders').select('id').execute()
  const bodies = [
    paymentEvent('payment.captured', 'order_of_another_shop'),
    JSON.stringify({ event: 'invoice.paid', payload: {}, created_at: 1_795_000_000 }),
  ]
  for (const body of bodies) {
    const id = newId()
    expect((await post(body, { 'x-razorpay-event-id': id })).status).toBe(200)
    await untilProcessed(id)
    expect(await findEvent(id)).toMatchObject({ failure: null })
  }
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual(before)
})

test('a dispute is written into the audit log', async () => {
  const id = newId()
  const entity = {
    id: 'disp_1',
    payment_id: 'pay_disputed',
    amount: 50_000,
    status: 'open',
    reason_code: 'goods_not_received',
    created_at: 1_795_000_000,
  }
  const event = { event: 'payment.dispute.created', payload: { dispute: { entity } }, created_at: 1_795_000_000 }
  await post(JSON.stringify(event), { 'x-razorpay-event-id': id })
  await untilProcessed(id)
  const entries = await shop.db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('subjectId', '=', 'pay_disputed')
    .execute()
  expect(entries).toEqual([{ action: 'payment.dispute.created', after: expect.objectContaining({ id: 'disp_1' }) }])
})

test('an event is finished once, and its only effect comes with that or not at all', async () => {
  const id = newId()
  await insertEvent(shop.db, { id, type: 'payment.dispute.created', payload: '{}' })
  const note = (isRefused: boolean) =>
    shop.db.transaction().execute(async (db) => {
      const isFirst = await finishEventOnce(db, id)
      if (isRefused) throw new Error('no')
      return isFirst
    })
  await expect(note(true)).rejects.toThrow('no')
  expect(await note(false)).toBe(true)
  expect(await note(false)).toBe(false)
})
