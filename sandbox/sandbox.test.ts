import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Script } from 'node:vm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { SANDBOX_KEY_ID } from '#sandbox/provider-keys.ts'
import { createTestDatabase } from '#test/database.ts'
import { startSandbox, type ReceivedEvent } from '#test/start-sandbox.ts'
import { startStopwatch } from '#test/stopwatch.ts'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

let database: Awaited<ReturnType<typeof createTestDatabase>>
const opened: Sandbox[] = []
let receipts = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close()
  await sql`truncate sandbox_orders, sandbox_payments, sandbox_refunds, sandbox_events`.execute(database.db)
})
afterAll(() => database.close())

/** A sandbox that is closed after the test. */
async function start(options?: Parameters<typeof startSandbox>[0]) {
  const sandbox = await startSandbox({ db: database.db, ...options })
  opened.push(sandbox)
  return sandbox
}

const openOrder = ({ provider }: Sandbox, amountPaise = 149_900) =>
  provider.createOrder({ amountPaise, receipt: `receipt-${(receipts += 1)}`, notes: {} })

const namesOf = (events: ReceivedEvent[]) => events.map(({ body }) => body.event)
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const hmac = (message: string | Buffer, secret: string) => createHmac('sha256', secret).update(message).digest('hex')

test('a payment is answered with a signature over order and payment', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const { status, body } = await sandbox.pay(order.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    razorpay_order_id: order.id,
    razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
    razorpay_signature: hmac(`${order.id}|${body.razorpay_payment_id}`, sandbox.payment.keySecret),
  })
})

test('a payment is announced by three signed events', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const { paymentId } = await sandbox.pay(order.id)
  await sandbox.until((events) => events.length === 3)
  expect(namesOf(sandbox.events)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  const [authorised, captured, paid] = sandbox.events
  expect(authorised?.body.payload.payment?.entity).toMatchObject({
    id: paymentId,
    status: 'authorized',
    captured: false,
  })
  expect(captured?.body.payload.payment?.entity).toMatchObject({
    status: 'captured',
    captured: true,
    order_id: order.id,
  })
  expect(paid?.body.payload.order?.entity).toMatchObject({ status: 'paid', amount_due: 0 })
  expect(new Set(sandbox.events.map(({ id }) => id)).size).toBe(3)
  for (const event of sandbox.events) {
    expect(event.signature).toBe(hmac(event.rawBody, sandbox.payment.webhookSecrets[0]!))
    expect(event.body).toMatchObject({ entity: 'event', contains: Object.keys(event.body.payload) })
  }
})

test('a failed payment is 402, is announced, and can be tried again', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const failure = await sandbox.pay(order.id, { outcome: 'failure' })
  expect(failure.status).toBe(402)
  expect(failure.body.error).toMatchObject({
    code: 'BAD_REQUEST_ERROR',
    description: expect.any(String),
    reason: 'payment_failed',
    metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
  })
  await sandbox.until((events) => namesOf(events).includes('payment.failed'))
  expect(await (await sandbox.callApi(`/orders/${order.id}`)).json()).toMatchObject({ status: 'attempted' })
  expect((await sandbox.pay(order.id)).status).toBe(200)
})

test('a paid order takes no further payment', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  await sandbox.pay(order.id)
  expect(await sandbox.pay(order.id)).toMatchObject({ status: 402, body: { error: { reason: 'order_already_paid' } } })
  expect(await sandbox.provider.listOrderPayments(order.id)).toHaveLength(1)
})

test('of several payments at once one is taken', async () => {
  const sandbox = await start()
  for (let round = 0; round < 3; round += 1) {
    const order = await openOrder(sandbox)
    const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.pay(order.id, { webhook: false })))
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(402)])
  }
})

test('a late payment is answered at once and captured later, even after another one', async () => {
  const sandbox = await start()
  // Long enough for the next calls on a machine that is busy with other work.
  await sandbox.setFaults({ lateAfterMs: 5000 })
  const order = await openOrder(sandbox)
  const late = await sandbox.pay(order.id, { outcome: 'late' })
  expect(late.status).toBe(200)
  expect(await sandbox.provider.getPayment(late.paymentId)).toMatchObject({ status: 'created' })
  const quick = await sandbox.pay(order.id)
  const captured = (events: ReceivedEvent[]) => events.filter(({ body }) => body.event === 'payment.captured')
  await sandbox.until((events) => captured(events).length === 2)
  const ids = captured(sandbox.events).map(({ body }) => body.payload.payment?.entity.id)
  expect(ids).toEqual([quick.paymentId, late.paymentId])
  const payments = await sandbox.provider.listOrderPayments(order.id)
  expect(payments.map(({ status }) => status)).toEqual(['captured', 'captured'])
  const { items } = (await sandbox.records()).events
  expect(items.filter(({ event }: { event: string }) => event === 'order.paid')).toHaveLength(1)
})

test('without a setting a late payment takes two to four seconds', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const started = performance.now()
  await sandbox.pay(order.id, { outcome: 'late' })
  await sandbox.until((events) => namesOf(events).includes('payment.captured'))
  const seconds = (performance.now() - started) / 1000
  expect(seconds).toBeGreaterThanOrEqual(1.9)
  expect(seconds).toBeLessThan(12)
})

test('records, late payments and undelivered events survive a restart', async () => {
  const before = await start({ answerEvent: () => 503 })
  const announced = await openOrder(before)
  const late = await openOrder(before)
  const { paymentId } = await before.pay(announced.id)
  await before.until((events) => events.length > 0)
  await before.setFaults({ lateAfterMs: 100 })
  await before.pay(late.id, { outcome: 'late' })
  await before.close()

  const after = await start()
  await after.until((events) => namesOf(events).filter((name) => name === 'order.paid').length === 2)
  expect(await after.provider.getPayment(paymentId)).toMatchObject({ orderId: announced.id, status: 'captured' })
  const { items } = (await after.records()).orders
  expect(items.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [late.id, 'paid'],
    [announced.id, 'paid'],
  ])
})

test('webhook: false announces nothing', async () => {
  const sandbox = await start()
  const silent = await openOrder(sandbox)
  const loud = await openOrder(sandbox)
  await sandbox.pay(silent.id, { webhook: false })
  await sandbox.pay(loud.id)
  await sandbox.until((events) => events.length === 3)
  const orders = sandbox.events.map(({ body }) => body.payload.payment?.entity.order_id)
  expect(new Set(orders)).toEqual(new Set([loud.id]))
  expect((await sandbox.records()).events.count).toBe(3)
})

test('an event that the shop does not acknowledge is delivered again under its id', async () => {
  let refusals = 2
  const sandbox = await start({ answerEvent: () => (refusals-- > 0 ? 500 : 200) })
  const order = await openOrder(sandbox)
  await sandbox.pay(order.id, { outcome: 'failure' })
  await sandbox.until((events) => events.length === 3)
  expect(new Set(sandbox.events.map(({ id }) => id)).size).toBe(1)
})

test('a refund is announced when it is made and when it is processed', async () => {
  const sandbox = await start()
  await sandbox.setFaults({ refundAfterMs: 50 })
  const order = await openOrder(sandbox)
  const { paymentId } = await sandbox.pay(order.id, { webhook: false })
  await sandbox.provider.refundPayment({ paymentId, amountPaise: 149_900, idempotencyKey: 'refund-0001', notes: {} })
  await sandbox.until((events) => events.length === 2)
  expect(sandbox.events.map(({ body }) => [body.event, body.payload.refund?.entity.status])).toEqual([
    ['refund.created', 'pending'],
    ['refund.processed', 'processed'],
  ])
})

test('refunds in parts never exceed what was captured', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox, 1000)
  const { paymentId } = await sandbox.pay(order.id)
  const refund = (amount?: number) =>
    sandbox.callApi(`/payments/${paymentId}/refund`, { method: 'POST', body: JSON.stringify({ amount }) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(300)))
  expect(statusesOf(answers)).toEqual([200, 200, 200, 400, 400])
  expect(await sandbox.provider.getPayment(paymentId)).toMatchObject({ status: 'captured', amountRefundedPaise: 900 })
  expect((await refund()).status).toBe(200)
  expect(await sandbox.provider.getPayment(paymentId)).toMatchObject({ status: 'refunded', amountRefundedPaise: 1000 })
  expect((await refund()).status).toBe(400)
  const { items } = (await sandbox.records()).refunds
  expect(items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(1000)
})

test('what was never captured cannot be refunded', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const { paymentId } = await sandbox.pay(order.id, { outcome: 'late' })
  const refund = { paymentId, amountPaise: 100, idempotencyKey: 'refund-0001', notes: {} }
  await expect(sandbox.provider.refundPayment(refund)).rejects.toMatchObject({ name: 'ProviderRefused', status: 400 })
})

test('a buyer who pays another amount does not pay the order', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const { paymentId } = await sandbox.pay(order.id, { payment_amount: 100 })
  await sandbox.setFaults({ wrongAmount: 200 })
  await sandbox.pay(order.id)
  expect(await sandbox.provider.getPayment(paymentId)).toMatchObject({ status: 'captured', amountPaise: 100 })
  const read = await (await sandbox.callApi(`/orders/${order.id}`)).json()
  expect(read).toMatchObject({ status: 'attempted', amount_paid: 300 })
})

test('duplicated and shuffled events keep their ids and their signatures', async () => {
  const sandbox = await start()
  await sandbox.setFaults({ duplicateWebhooks: 2, shuffleWebhooks: true })
  const order = await openOrder(sandbox)
  await sandbox.pay(order.id)
  await sandbox.until((events) => events.length === 9)
  const counts = Map.groupBy(sandbox.events, ({ id }) => id)
  expect([...counts.values()].map((copies) => copies.length)).toEqual([3, 3, 3])
  for (const event of sandbox.events) {
    expect(event.signature).toBe(hmac(event.rawBody, sandbox.payment.webhookSecrets[0]!))
  }
})

test('delayed events come later', async () => {
  const sandbox = await start()
  await sandbox.setFaults({ delayWebhooksMs: 1500 })
  const order = await openOrder(sandbox)
  const started = performance.now()
  await sandbox.pay(order.id)
  expect(sandbox.events).toHaveLength(0)
  await sandbox.until((events) => events.length === 3)
  expect(performance.now() - started).toBeGreaterThanOrEqual(1490)
})

test('the API is closed without key and secret', async () => {
  const sandbox = await start()
  const wrong = ['', 'Basic', `Basic ${btoa('a:b')}`, `Bearer ${sandbox.payment.keySecret}`]
  for (const authorization of wrong) {
    const response = await fetch(`${sandbox.url}/v1/orders`, { headers: { authorization } })
    expect(response.status).toBe(401)
    expect((await response.json()).error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: expect.any(String) })
  }
})

test.each([
  ['no amount', { currency: 'INR' }],
  ['99 paise', { amount: 99, currency: 'INR' }],
  ['half a paisa', { amount: 100.5, currency: 'INR' }],
  ['an amount as text', { amount: '500', currency: 'INR' }],
  ['another currency', { amount: 500, currency: 'USD' }],
  ['a receipt of 41 characters', { amount: 500, currency: 'INR', receipt: 'r'.repeat(41) }],
])('an order with %s is refused', async (_what, order) => {
  const sandbox = await start()
  const response = await sandbox.callApi('/orders', { method: 'POST', body: JSON.stringify(order) })
  expect(response.status).toBe(400)
  expect((await response.json()).error).toMatchObject({ code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed' })
})

test('what is no JSON is refused in the same form', async () => {
  const sandbox = await start()
  const broken = await sandbox.callApi('/orders', { method: 'POST', body: '{' })
  expect(broken.status).toBe(400)
  expect((await broken.json()).error.code).toBe('BAD_REQUEST_ERROR')
  const form = await sandbox.callApi('/orders', {
    method: 'POST',
    body: 'amount=1',
    headers: { 'content-type': 'text/xml' },
  })
  expect(form.status).toBe(415)
  expect((await sandbox.callApi('/nowhere')).status).toBe(404)
})

test('a payment of an unknown order or with an unknown outcome is 400', async () => {
  const sandbox = await start()
  expect(await sandbox.pay('order_unknown')).toMatchObject({
    status: 400,
    body: { error: { description: expect.any(String) } },
  })
  const order = await openOrder(sandbox)
  expect((await sandbox.pay(order.id, { outcome: 'perhaps' })).status).toBe(400)
})

test.each([
  ['the shop itself', { origin: 'http://shop.example', 'sec-fetch-site': 'same-origin' }, 200],
  ['a script', {}, 200],
  ['another site', { origin: 'http://evil.example' }, 403],
  ['the shop without its scheme', { origin: 'https://shop.example' }, 403],
  ['an unknown origin', { origin: 'null' }, 403],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
])('paying from %s', async (_who, headers, status) => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const response = await sandbox.post('/pay', { order_id: order.id, outcome: 'success', webhook: false }, headers)
  expect(response.status).toBe(status)
  expect(await sandbox.provider.listOrderPayments(order.id)).toHaveLength(status === 200 ? 1 : 0)
})

test.each([
  ['origin', 'http://shop.example'],
  ['sec-fetch-site', 'same-origin'],
  ['x-forwarded-for', '10.0.0.1'],
  ['forwarded', 'for=10.0.0.1'],
])('faults and records are closed to whatever carries %s', async (name, value) => {
  const sandbox = await start()
  const headers = { [name]: value }
  expect((await fetch(`${sandbox.url}/records`, { headers })).status).toBe(403)
  expect((await sandbox.post('/faults', { hang: true }, headers)).status).toBe(403)
  expect(await (await fetch(`${sandbox.url}/faults`)).json()).toMatchObject({ hang: false })
})

test('an unknown fault is refused', async () => {
  const sandbox = await start()
  expect((await sandbox.post('/faults', { delayWebhookMs: 5 })).status).toBe(400)
})

test('a closing server lets hanging calls go', async () => {
  const sandbox = await start()
  await sandbox.setFaults({ hang: true })
  const call = sandbox.provider.getPayment('pay_1').catch((error: unknown) => error)
  await fetch(`${sandbox.url}/records`)
  const stop = startStopwatch()
  await sandbox.close()
  expect(await call).toBeInstanceOf(Error)
  expect(stop()).toBeLessThan(3000)
})

test('the browser gets a script, and the order only with the right key', async () => {
  const sandbox = await start()
  const order = await openOrder(sandbox)
  const script = await fetch(`${sandbox.url}/checkout.js`)
  const source = await script.text()
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(() => new Script(source)).not.toThrow()
  const query = new URLSearchParams({ order_id: order.id, key_id: SANDBOX_KEY_ID })
  const shown = await fetch(`${sandbox.url}/checkout/order?${query}`)
  expect(await shown.json()).toEqual({ amount: 149_900, currency: 'INR', status: 'created', shop_name: 'Selvedge' })
  query.set('key_id', 'rzp_test_other')
  expect((await fetch(`${sandbox.url}/checkout/order?${query}`)).status).toBe(401)
})
