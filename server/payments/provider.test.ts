import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { createProvider } from '#server/payments/provider.ts'
import { startSandbox } from '#test/start-sandbox.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let receipts = 0

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.setFaults({ delayMs: 0, failNext: 0, failStatus: 500, dropAnswerNext: 0, hang: false }))
afterAll(() => sandbox.close())

const newOrder = (amountPaise = 149_900) => ({
  amountPaise,
  receipt: `receipt-${(receipts += 1)}`,
  notes: { customer: 'c1' },
})

async function paidOrder(amountPaise = 149_900) {
  const order = await sandbox.provider.createOrder(newOrder(amountPaise))
  const { paymentId } = await sandbox.pay(order.id)
  return { order, paymentId }
}

function* repeat(part: Buffer) {
  while (true) yield part
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('an order is opened with its receipt (ORD-01)', async () => {
  const draft = newOrder()
  const order = await sandbox.provider.createOrder(draft)
  expect(order).toEqual({
    id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
    amountPaise: 149_900,
    receipt: draft.receipt,
  })
})

test('opening an order again with its receipt and amount gives the same order (ORD-05)', async () => {
  const draft = newOrder()
  const order = await sandbox.provider.createOrder(draft)
  expect((await sandbox.provider.createOrder(draft)).id).toBe(order.id)
  await expect(sandbox.provider.createOrder({ ...draft, amountPaise: 100 })).rejects.toBeInstanceOf(ProviderRefused)
})

test('an order whose answer got lost is found again by its receipt (BP-07)', async () => {
  const draft = newOrder()
  await sandbox.setFaults({ dropAnswerNext: 1 })
  const lost = await failureOf(sandbox.provider.createOrder(draft))
  expect(lost).toMatchObject({ name: 'ProviderUnavailable' })
  const order = await sandbox.provider.createOrder(draft)
  const { orders } = await sandbox.records()
  const withReceipt = orders.items.filter((entry: { receipt: string }) => entry.receipt === draft.receipt)
  expect(withReceipt).toMatchObject([{ id: order.id }])
})

test('an amount under 100 paise is refused', async () => {
  const refusal = await failureOf(sandbox.provider.createOrder(newOrder(99)))
  expect(refusal).toMatchObject({ name: 'ProviderRefused', status: 400, code: 'BAD_REQUEST_ERROR' })
})

test('a captured payment shows on its order', async () => {
  const { order, paymentId } = await paidOrder()
  const payment = await sandbox.provider.getPayment(paymentId)
  expect(payment).toMatchObject({
    id: paymentId,
    orderId: order.id,
    amountPaise: 149_900,
    status: 'captured',
  })
  expect(Math.abs(payment.createdAt.getTime() - Date.now())).toBeLessThan(60_000)
  expect(await sandbox.provider.listOrderPayments(order.id)).toEqual([payment])
  expect(await (await sandbox.callApi(`/orders/${order.id}`)).json()).toMatchObject({
    status: 'paid',
    amount_paid: 149_900,
  })
})

test('a failed payment shows on its order', async () => {
  const order = await sandbox.provider.createOrder(newOrder())
  await sandbox.pay(order.id, { outcome: 'failure' })
  expect(await sandbox.provider.listOrderPayments(order.id)).toMatchObject([{ status: 'failed' }])
})

test('an unknown id is refused', async () => {
  const { provider } = sandbox
  const calls = [provider.listOrderPayments('order_0'), provider.getPayment('pay_0/../x'), provider.getRefund('rfnd_0')]
  const failures = await Promise.all(calls.map(failureOf))
  for (const failure of failures) expect(failure).toMatchObject({ name: 'ProviderRefused', status: 400 })
})

test('an authorised payment is captured, and capturing it again is no fault', async () => {
  const opened = await sandbox.callApi('/orders', {
    method: 'POST',
    body: JSON.stringify({ amount: 5000, currency: 'INR', payment_capture: 0 }),
  })
  const order = await opened.json()
  const { paymentId } = await sandbox.pay(order.id)
  expect(await sandbox.provider.getPayment(paymentId)).toMatchObject({ status: 'authorized' })
  const capture = { paymentId, amountPaise: 5000 }
  expect(await sandbox.provider.capturePayment(capture)).toMatchObject({ status: 'captured' })
  expect(await sandbox.provider.capturePayment(capture)).toMatchObject({ status: 'captured' })
  await expect(sandbox.provider.capturePayment({ paymentId, amountPaise: 4000 })).rejects.toBeInstanceOf(
    ProviderRefused,
  )
})

test('a refund is made once, however often it is asked for', async () => {
  const { paymentId } = await paidOrder()
  const refund = { paymentId, amountPaise: 149_900, idempotencyKey: `refund-${paymentId}`, notes: { why: 'cancelled' } }
  const first = await sandbox.provider.refundPayment(refund)
  expect(first).toMatchObject({ paymentId, amountPaise: 149_900, status: 'pending' })
  const again = await Promise.all(Array.from({ length: 5 }, () => sandbox.provider.refundPayment(refund)))
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]))
  expect(await sandbox.provider.getPayment(paymentId)).toMatchObject({
    status: 'refunded',
    amountRefundedPaise: 149_900,
  })
})

test('a refund whose answer got lost is the same one when it is sent again', async () => {
  const { paymentId } = await paidOrder()
  const refund = { paymentId, amountPaise: 149_900, idempotencyKey: `refund-${paymentId}`, notes: {} }
  await sandbox.setFaults({ dropAnswerNext: 1 })
  expect(await failureOf(sandbox.provider.refundPayment(refund))).toMatchObject({ name: 'ProviderUnavailable' })
  await sandbox.provider.refundPayment(refund)
  const { refunds } = await sandbox.records()
  expect(refunds.items.filter((entry: { payment_id: string }) => entry.payment_id === paymentId)).toHaveLength(1)
})

test('an idempotency key stands for one payment and one amount', async () => {
  const { paymentId } = await paidOrder()
  const refund = { paymentId, amountPaise: 1000, idempotencyKey: `refund-${paymentId}`, notes: {} }
  await sandbox.provider.refundPayment(refund)
  await expect(sandbox.provider.refundPayment({ ...refund, amountPaise: 2000 })).rejects.toBeInstanceOf(ProviderRefused)
  const other = await paidOrder()
  const moved = { ...refund, paymentId: other.paymentId }
  await expect(sandbox.provider.refundPayment(moved)).rejects.toBeInstanceOf(ProviderRefused)
})

test('a refund becomes processed and can be asked for', async () => {
  const { paymentId } = await paidOrder()
  await sandbox.setFaults({ refundAfterMs: 0 })
  const idempotencyKey = `refund-${paymentId}`
  const { id } = await sandbox.provider.refundPayment({ paymentId, amountPaise: 149_900, idempotencyKey, notes: {} })
  await sandbox.until((events) =>
    events.some(({ body }) => body.event === 'refund.processed' && body.payload.refund?.entity.id === id),
  )
  expect(await sandbox.provider.getRefund(id)).toEqual({ id, paymentId, amountPaise: 149_900, status: 'processed' })
})

test('payments are listed by time, page by page', async () => {
  const since = new Date()
  const made = [await paidOrder(200), await paidOrder(300), await paidOrder(400)].map(({ paymentId }) => paymentId)
  const window = { from: new Date(since.getTime() - 1000), to: new Date(Date.now() + 1000) }
  const all = await sandbox.provider.listPayments({ ...window, skip: 0, count: 100 })
  expect(all.slice(0, 3).map(({ id }) => id)).toEqual(made.toReversed())
  expect(await sandbox.provider.listPayments({ ...window, skip: 1, count: 1 })).toMatchObject([{ id: made[1] }])
  const past = { from: new Date(0), to: new Date(1000), skip: 0, count: 100 }
  expect(await sandbox.provider.listPayments(past)).toEqual([])
})

test('a provider that hangs is given up in time', async () => {
  await sandbox.setFaults({ hang: true })
  const stop = startStopwatch()
  const reading = failureOf(sandbox.provider.getPayment('pay_1', { timeoutMs: 150 }))
  const draft = newOrder()
  const writing = failureOf(sandbox.provider.createOrder({ ...draft, timeoutMs: 150 }))
  expect(await reading).toMatchObject({ name: 'ProviderUnavailable' })
  expect(await writing).toMatchObject({ name: 'ProviderUnavailable' })
  expect(stop()).toBeLessThan(2000)

  await sandbox.setFaults({ hang: false })
  await sandbox.provider.createOrder(newOrder())
  const { orders } = await sandbox.records()
  expect(orders.items.map(({ receipt }: { receipt: string }) => receipt)).not.toContain(draft.receipt)
})

/** A client whose provider answers with `answer` until the test has ended. */
async function providerAt(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createProvider({ apiUrl: `http://127.0.0.1:${port}`, keyId: 'k', keySecret: 's' })
}

test('the time-out also covers an answer that comes too slowly', async () => {
  const provider = await providerAt((_request, response) => void response.writeHead(200).write('{"id":'))
  expect(await failureOf(provider.getPayment('pay_1', { timeoutMs: 100 }))).toBeInstanceOf(ProviderUnavailable)
})

test('an answer that breaks off is none, and a redirect is not followed', async () => {
  const asked: string[] = []
  const provider = await providerAt(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('/cut')) response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy())
    else response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await failureOf(provider.getPayment('cut'))).toBeInstanceOf(ProviderUnavailable)
  expect(await failureOf(provider.getPayment('moved'))).toBeInstanceOf(ProviderUnavailable)
  expect(asked).toEqual(['/v1/payments/cut', '/v1/payments/moved'])
})

test('an answer without an end or in another protocol is none', async () => {
  const provider = await providerAt(({ url = '' }, response) => {
    if (url.endsWith('/endless')) Readable.from(repeat(Buffer.alloc(1024 * 1024, 'a'))).pipe(response.writeHead(200))
    else response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  })
  // The time-out is never reached.
  expect(await failureOf(provider.getPayment('endless'))).toMatchObject({
    cause: { message: 'The answer is too long.' },
  })
  expect(await failureOf(provider.createOrder(newOrder()))).toMatchObject({
    name: 'ProviderUnavailable',
    cause: { message: 'The answer wants another protocol.' },
  })
})

test('a caller can break off a call', async () => {
  await sandbox.setFaults({ hang: true })
  const controller = new AbortController()
  const call = failureOf(sandbox.provider.getPayment('pay_1', { signal: controller.signal }))
  controller.abort()
  expect(await call).toBeInstanceOf(ProviderUnavailable)
})

test.each([500, 502, 503])('a %i is no answer', async (failStatus) => {
  await sandbox.setFaults({ failNext: 2, failStatus })
  expect(await failureOf(sandbox.provider.getPayment('pay_1'))).toMatchObject({
    name: 'ProviderUnavailable',
  })
  expect(await failureOf(sandbox.provider.createOrder(newOrder()))).toMatchObject({ name: 'ProviderUnavailable' })
})

test('a busy provider gives no answer', async () => {
  await sandbox.setFaults({ failNext: 1, failStatus: 429 })
  const failure = await failureOf(sandbox.provider.createOrder(newOrder()))
  expect(failure).toMatchObject({ name: 'ProviderUnavailable' })
})

test('a call that reaches nobody has no answer', async () => {
  const closed = createServer()
  await new Promise<void>((done) => void closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const provider = createProvider({ apiUrl: () => `http://127.0.0.1:${port}`, keyId: 'k', keySecret: 's' })
  const failure = await failureOf(provider.createOrder(newOrder()))
  expect(failure).toMatchObject({ name: 'ProviderUnavailable' })
})

test.each([
  ['a page instead of JSON', 200, '<html>'],
  ['an address to go to instead', 302, '{"id":"pay_1","status":"captured","amount":149900,"created_at":1}'],
  ['a payment without an amount', 200, '{"id":"pay_1","status":"captured","created_at":1}'],
  ['a state that nobody knows', 200, '{"id":"pay_1","status":"dreaming","amount":149900,"created_at":1}'],
])('%s is no answer', async (_what, status, body) => {
  const provider = createProvider({
    apiUrl: 'http://provider.example',
    keyId: 'k',
    keySecret: 's',
    send: async () => ({ status, body }),
  })
  const capture = { paymentId: 'pay_1', amountPaise: 149_900 }
  expect(await failureOf(provider.capturePayment(capture))).toMatchObject({ name: 'ProviderUnavailable' })
})

test('wrong keys are refused, not retried as an outage', async () => {
  const provider = createProvider({ apiUrl: sandbox.url, keyId: 'rzp_test_other', keySecret: 'other' })
  expect(await failureOf(provider.createOrder(newOrder()))).toMatchObject({ name: 'ProviderRefused', status: 401 })
})
