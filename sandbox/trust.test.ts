import { sql } from 'kysely'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { webhookSignature } from '#server/payments/signatures.ts'
import { openSandboxSettings } from '#sandbox/provider-keys.ts'
import { createTestDatabase } from '#test/database.ts'
import { addProduct } from '#test/factories.ts'
import { fillCart, signedIn } from '#test/purchase.ts'
import { startSandbox } from '#test/start-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

const PUBLIC = 'https://shop.example'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let publicSandbox: Awaited<ReturnType<typeof startSandbox>>

beforeAll(async () => {
  sandbox = await startSandbox()
  publicSandbox = await startSandbox({ settings: { publicUrl: PUBLIC } })
})
afterAll(async () => {
  await sandbox.close()
  await publicSandbox.close()
})

/** A call whose Host is chosen freely, which `fetch` does not allow. */
function call(url: string, headers: Record<string, string>, body?: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const type = body && { 'content-type': 'application/json' }
  const outgoing = request(url, { method: body ? 'POST' : 'GET', headers: { ...type, ...headers } }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  outgoing.on('error', reject)
  outgoing.end(body && JSON.stringify(body))
  return promise
}

let receipts = 0
const openOrder = ({ provider }: typeof sandbox) =>
  provider.createOrder({ amountPaise: 149_900, receipt: `trust-${(receipts += 1)}`, notes: {} })

test('the secrets are made at random, once for a database and for all who ask at once', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()]
  const asked = await Promise.all(Array.from({ length: 5 }, () => openSandboxSettings(one.db)))
  expect(new Set(asked.map(({ keySecret, webhookSecrets }) => `${keySecret} ${webhookSecrets.join()}`)).size).toBe(1)
  const { keyId, keySecret, webhookSecrets } = asked[0]!
  expect(keySecret.length).toBeGreaterThanOrEqual(32)
  expect(webhookSecrets).toEqual([expect.stringMatching(/^.{32,}$/)])
  const elsewhere = await openSandboxSettings(other.db)
  expect(elsewhere.keyId).toBe(keyId)
  const secrets = [keySecret, ...webhookSecrets, elsewhere.keySecret, ...elsewhere.webhookSecrets]
  expect(new Set(secrets).size).toBe(4)
  for (const database of [one, other]) await database.close()
})

test('an event signed with what once stood in the source is refused', async () => {
  const shop = await startShop()
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { stock: 1, pricePaise: 90_000 })).id)
  const { id } = await buyer.api.startPayment()
  const payment = { id: 'pay_forged', order_id: id, amount: 90_000, status: 'captured', created_at: 1_700_000_000 }
  const payload = { payment: { entity: payment } }
  const body = Buffer.from(JSON.stringify({ event: 'payment.captured', created_at: 1_700_000_000, payload }))
  const signature = webhookSignature(body, 'selvedge-sandbox-webhook-secret')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
  const answer = await fetch(`${shop.origin}/api/payment/webhook`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([])
  await shop.close()
})

test.each([
  ['passed on by a proxy', { 'x-forwarded-for': '10.0.0.1' }],
  ['passed on by a proxy that says so in the standard’s way', { forwarded: 'for=10.0.0.1' }],
  ['passed on by a proxy that only names itself', { via: '1.1 proxy' }],
  ['passed on with the protocol alone', { 'x-forwarded-proto': 'https' }],
  ['for another name', { host: 'shop.example' }],
])('a call %s reaches neither the API nor the controls, though it comes from this machine', async (_what, headers) => {
  const { id } = await openOrder(sandbox)
  const { paymentId } = await sandbox.pay(id)
  const { keyId, keySecret } = sandbox.payment
  const authorised = { ...headers, authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` }
  expect(await call(`${sandbox.url}/v1/payments`, authorised)).toBe(403)
  expect(await call(`${sandbox.url}/v1/payments/${paymentId}/refund`, authorised, {})).toBe(403)
  expect(await call(`${sandbox.url}/records`, headers)).toBe(403)
  expect(await call(`${sandbox.url}/faults`, headers, { hang: true })).toBe(403)
  expect(await sandbox.provider.listPaymentRefunds(paymentId)).toEqual([])
})

test('a shop with a public address has no controls, and reaches its provider', async () => {
  const reached = await startSandbox({ settings: { publicUrl: PUBLIC } })
  expect((await fetch(`${reached.url}/records`)).status).toBe(403)
  expect((await reached.post('/faults', { hang: true })).status).toBe(403)
  expect(await openOrder(reached)).toMatchObject({ amountPaise: 149_900 })
  await reached.close()
})

test('a shopper’s browser pays as the dialog does, behind a proxy too', async () => {
  const { id } = await openOrder(publicSandbox)
  const { keyId } = publicSandbox.payment
  const headers = { host: 'shop.example', 'x-forwarded-for': '10.0.0.1', origin: 'http://shop.example' }
  const browser = { ...headers, 'sec-fetch-site': 'same-origin' }
  const { url } = publicSandbox
  expect(await call(`${url}/checkout.js`, browser)).toBe(200)
  expect(await call(`${url}/checkout/order?key_id=${keyId}&order_id=${id}`, browser)).toBe(200)
  const dialog = { order_id: id, method: 'upi', webhook: true }
  expect(await call(`${url}/pay`, browser, { ...dialog, outcome: 'failure' })).toBe(402)
  for (const more of [{ outcome: 'late' }, { payment_amount: 100 }, { webhook: false }]) {
    expect(await call(`${url}/pay`, browser, { ...dialog, ...more })).toBe(400)
  }
  expect(await publicSandbox.provider.listOrderPayments(id)).toHaveLength(1)
  expect(await call(`${url}/pay`, browser, { ...dialog, outcome: 'success' })).toBe(200)
})

test('a script on this machine pays in every way and without a secret, whatever the shop’s address', async () => {
  for (const outcome of ['success', 'late']) {
    const { id } = await openOrder(publicSandbox)
    const paid = await publicSandbox.pay(id, { outcome, webhook: false, payment_amount: 149_900 })
    expect(paid).toMatchObject({ status: 200, body: { razorpay_order_id: id } })
  }
})

test('the secrets stand in one row', async () => {
  await expect(
    sql`insert into sandbox_secrets (only_row, key_secret, webhook_secret) values (false, 'a', 'b')`.execute(
      sandbox.db,
    ),
  ).rejects.toThrow(/check constraint/)
})
