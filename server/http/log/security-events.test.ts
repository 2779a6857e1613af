import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getSecret } from '#server/db/secret-queries.ts'
import { SecurityEvents } from '#server/http/log/security-events.ts'
import { startShop } from '#test/start-shop.ts'

interface Line {
  level: number
  msg: string
  event?: string
}

let lines: string[] = []
const logTo = { write: (line: string) => void lines.push(line) }
const events = () =>
  lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg.startsWith('security event'))
    .map(({ event, ...line }) => ({ event, ...line }))

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ logTo, logLevel: 'info', hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  key = await getSecret(shop.db, 'log')
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
  shop.app.securityEvents.endMinute()
  lines = []
})
afterAll(() => shop.close())

const JSON_BODY = { 'content-type': 'application/json' }
let key: Uint8Array = new Uint8Array()
const hashOf = (account: string) => createHmac('sha256', key).update(account).digest('hex').slice(0, 16)

/** An event as it is in the log, without the fields of every line. */
const shapeOf = (event: string, route: string, accountHash: string | null, network = '127.0.0.1') => ({
  event,
  level: 40,
  time: expect.any(Number),
  pid: expect.any(Number),
  hostname: expect.any(String),
  route,
  network,
  accountHash,
  msg: 'security event',
})

const signIn = (email: string, password: string, path = '/api/users/login') =>
  shop.visitor().fetch(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ email, password }) })

test('a failed sign-in is one event, which holds neither the e-mail nor the password', async () => {
  const { user, password } = await shop.customer({ email: 'Watched@example.com' })
  lines = []
  await signIn(user.email, 'a wrong secret')
  await signIn('NOBODY@example.com', 'a wrong secret')
  await signIn(user.email, password, '/api/admin/login')
  expect(events()).toEqual([
    shapeOf('sign-in failed', 'POST /api/users/login', hashOf('watched@example.com')),
    shapeOf('sign-in failed', 'POST /api/users/login', hashOf('nobody@example.com')),
    shapeOf('sign-in failed', 'POST /api/admin/login', hashOf('watched@example.com')),
  ])
  expect(lines.join('')).not.toMatch(/watched|nobody|secret/i)
})

test('a sign-in is an event at info, and names the account by a key of this database alone', async () => {
  const { user, password } = await shop.customer({ email: 'comes.in@example.com' })
  lines = []
  await signIn(user.email, password)
  const shape = shapeOf('signed in', 'POST /api/users/login', hashOf('comes.in@example.com'))
  expect(events()).toEqual([{ ...shape, level: 30 }])
  const other = new SecurityEvents(pino({ level: 'silent' }))
  expect(other.hashOf('comes.in@example.com')).not.toBe(hashOf('comes.in@example.com'))
  other.close()
})

test('a limit that was hit is an event', async () => {
  for (let count = 0; count < 6; count += 1) await signIn('guessed@example.com', 'a wrong secret')
  expect(events().at(-1)).toEqual(shapeOf('rate limited', 'POST /api/users/login', hashOf('guessed@example.com')))
})

test('reads and changes without a session, with an unknown one and without the right are events', async () => {
  const customer = await shop.customer()
  const former = await shop.admin()
  await sql`update users set role = 'customer' where id = ${former.user._id}`.execute(shop.db)
  lines = []
  const visitor = shop.visitor()
  await visitor.fetch('/api/admin/getallorders')
  await visitor.fetch('/api/categories/create', { method: 'POST', headers: JSON_BODY, body: '{"name":"Mine"}' })
  await visitor.fetch(`/api/order/getuserorders/${customer.user._id}`, { method: 'POST' })
  await visitor.fetch('/api/users/me', { headers: { cookie: 'customer_session=made-up' } })
  await former.fetch('/api/admin/me')
  expect(events()).toEqual([
    shapeOf('not signed in', 'GET /api/admin/getallorders', null),
    shapeOf('not signed in', 'POST /api/categories/create', null),
    shapeOf('not signed in', 'POST /api/order/getuserorders/:userId', null),
    shapeOf('session refused', 'GET /api/users/me', null),
    shapeOf('not allowed', 'GET /api/admin/me', null),
  ])
  expect(lines.join('')).not.toContain(customer.user._id)
  expect(lines.join('')).not.toContain('made-up')
})

test('a call from another site is an event', async () => {
  const customer = await shop.customer()
  lines = []
  const headers = { ...JSON_BODY, origin: 'https://evil.example' }
  await customer.fetch('/api/contact', { method: 'POST', headers, body: '{}' })
  await customer.fetch('/api/cart/add/one', { headers })
  expect(events()).toEqual([
    shapeOf('origin refused', 'POST /api/contact', null),
    shapeOf('origin refused', 'GET /api/cart/add/:productId', null),
  ])
})

test('a wrong proof of payment is an event in every call that takes one', async () => {
  const customer = await shop.customer()
  lines = []
  const proof = { razorpayOrderId: 'order_none', razorpayPaymentId: 'pay_none', signature: 'f'.repeat(64) }
  await customer.fetch('/api/payment/api/payment/verify', {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(proof),
  })
  await shop.visitor().fetch('/api/payment/webhook', {
    method: 'POST',
    headers: { ...JSON_BODY, 'x-razorpay-signature': 'f'.repeat(64) },
    body: '{"event":"payment.captured"}',
  })
  expect(events()).toEqual([
    shapeOf('payment proof refused', 'POST /api/payment/api/payment/verify', hashOf(customer.user._id)),
    shapeOf('payment proof refused', 'POST /api/payment/webhook', null),
  ])
  expect(lines.join('')).not.toContain(customer.user._id)
})

test('ordinary use by visitors and customers is no event but the sign-in', async () => {
  const visitor = shop.visitor()
  for (const path of ['/api/users/me', '/api/admin/me', '/api/cart', '/api/cart/add/one', '/api/users/logout']) {
    await visitor.fetch(path)
  }
  const customer = await shop.customer()
  await customer.fetch('/api/users/me')
  await customer.fetch('/api/admin/me')
  await customer.fetch('/api/products/product/none')
  await customer.fetch('/api/contact', { method: 'POST', headers: JSON_BODY, body: '{}' })
  expect(events().map(({ event }) => event)).toEqual(['signed in'])
})

test('a flood from one large network is ten events a minute and the number of the others', async () => {
  for (let index = 0; index < 30; index += 1) {
    await fetch(`${shop.origin}/api/admin/getallorders`, { headers: { 'x-forwarded-for': `2001:db8:c:${index}::1` } })
  }
  await fetch(`${shop.origin}/api/admin/getallorders`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(events()).toHaveLength(11)
  expect(events().at(-1)).toEqual(shapeOf('not signed in', 'GET /api/admin/getallorders', null, '203.0.113.7'))
  lines = []
  shop.app.securityEvents.endMinute()
  expect(events()).toMatchObject([
    { event: 'more of these', network: '2001:db8:c::/48', count: 20, level: 40, msg: 'security events' },
  ])
})

test('a flood from however many networks fills neither the log nor the memory', () => {
  const written: string[] = []
  const flooded = new SecurityEvents(pino({ level: 'warn' }, { write: (line) => void written.push(line) }))
  for (let index = 0; index < 20_000; index += 1) {
    const address = `10.${Math.floor(index / 250)}.${index % 250}.1`
    flooded.note({ event: 'not signed in', route: 'GET /', network: address, accountHash: null }, address)
  }
  expect(written.length).toBeLessThan(650)
  flooded.close()
  const last = JSON.parse(written.at(-1) ?? '') as { network: string; count: number }
  expect(last).toMatchObject({ event: 'more of these', network: 'others', count: expect.any(Number) })
  expect(written.length).toBeLessThan(750)
})
