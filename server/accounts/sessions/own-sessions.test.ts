import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createVisitor } from '#test/visitor.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => shop.close())

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

interface Person {
  user: { email: string }
  password: string
}

/** The same customer on another device. */
async function elsewhere({ user, password }: Person, headers: Record<string, string> = {}) {
  const visitor = createVisitor(shop.origin)
  const answer = await visitor.fetch('/api/users/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: user.email, password }),
  })
  expect(answer.status).toBe(200)
  return visitor
}

const idOf = async ({ api }: Pick<ReturnType<typeof createVisitor>, 'api'>) =>
  (await api.listMySessions()).signIns.find(({ isCurrent }) => isCurrent)?._id ?? 'none'

test('a customer sees each session with its device, its network and its last use', async () => {
  const customer = await shop.customer()
  await elsewhere(customer, { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.77' })
  await elsewhere(customer, { 'user-agent': '<script>', 'x-forwarded-for': '2001:db8:5:6:7::1' })
  await sql`update sessions set seen_at = now() - interval '3 hours' where network = '203.0.113.0/24'`.execute(shop.db)
  const { signIns } = await customer.api.listMySessions()
  const places = signIns.map(({ device, network, isCurrent }) => ({ device, network, isCurrent }))
  expect(places).toHaveLength(3)
  expect(places).toContainEqual({ device: 'Unknown device', network: '2001:db8:5::/48', isCurrent: false })
  expect(places).toContainEqual({ device: 'Unknown device', network: '127.0.0.0/24', isCurrent: true })
  expect(places.at(-1)).toEqual({ device: 'Chrome on Android', network: '203.0.113.0/24', isCurrent: false })
  const { signedInAt, lastUsedAt } = signIns[0]!
  expect(lastUsedAt >= signedInAt).toBe(true)
})

test('what the list calls a session lets nobody in, and neither header nor address is stored', async () => {
  const customer = await shop.customer()
  const other = await elsewhere(customer, { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.77' })
  const list = JSON.stringify(await customer.api.listMySessions())
  for (const { cookies } of [customer, other]) {
    const token = cookies.get('customer_session') ?? ''
    expect(list).not.toContain(token)
    expect(list).not.toContain(createHash('sha256').update(token).digest('hex').slice(0, 32))
  }
  const { rows } = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(shop.db)
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.77|Mozilla/)
})

test('one session is ended and the others go on; ending it twice says that there is none', async () => {
  const customer = await shop.customer()
  const [first, second] = [await elsewhere(customer), await elsewhere(customer)]
  const id = await idOf(first)
  const { message, signIns } = await customer.api.endMySession(id)
  expect(message).toBe('That device is logged out.')
  expect(signIns.map(({ _id }) => _id)).not.toContain(id)
  await expect(first.api.getMe()).rejects.toMatchObject({ status: 401 })
  for (const { api } of [customer, second]) expect((await api.getMe())._id).toBe(customer.user._id)
  await expect(customer.api.endMySession(id)).rejects.toMatchObject({ status: 404, message: 'Session not found' })
})

test('ending the caller’s own session signs out here', async () => {
  const customer = await shop.customer()
  const other = await elsewhere(customer)
  await customer.api.endMySession(await idOf(customer))
  expect([...customer.cookies]).toEqual([])
  expect((await other.api.getMe())._id).toBe(customer.user._id)
})

test('all others are ended at once, also when pressed twice, and nobody else’s', async () => {
  const [customer, stranger] = [await shop.customer(), await shop.customer()]
  const others = [await elsewhere(customer), await elsewhere(customer)]
  await Promise.all([customer.api.endMyOtherSessions(), customer.api.endMyOtherSessions()])
  const { message, signIns } = await customer.api.endMyOtherSessions()
  expect(message).toBe('You are logged out everywhere else.')
  expect(signIns).toMatchObject([{ isCurrent: true }])
  for (const { api } of others) await expect(api.getMe()).rejects.toMatchObject({ status: 401 })
  expect((await stranger.api.getMe())._id).toBe(stranger.user._id)
})

test('somebody else’s session, a hash, a part of an id and odd texts end nothing', async () => {
  const [customer, stranger] = [await shop.customer(), await shop.customer()]
  const id = await idOf(customer)
  const hash = createHash('sha256')
    .update(customer.cookies.get('customer_session') ?? '')
    .digest('hex')
  for (const one of [id, id.slice(0, 31), id.toUpperCase(), hash, '%', "' or true --", '\u0000', 'x'.repeat(400)]) {
    await expect(stranger.api.endMySession(one)).rejects.toMatchObject({ status: 404, message: 'Session not found' })
  }
  expect((await customer.api.getMe())._id).toBe(customer.user._id)
})

test('an administrator’s session is neither listed nor ended by the customer’s', async () => {
  const admin = await shop.admin()
  const asCustomer = await elsewhere(admin)
  expect((await asCustomer.api.listMySessions()).signIns).toHaveLength(1)
  await asCustomer.api.endMyOtherSessions()
  expect((await admin.api.getAdminMe()).user._id).toBe(admin.user._id)
})

test('a session that has ended or was idle for too long is not listed', async () => {
  const customer = await shop.customer()
  await elsewhere(customer, { 'x-forwarded-for': '198.51.100.1' })
  await elsewhere(customer, { 'x-forwarded-for': '198.51.101.1' })
  await sql`update sessions set expires_at = now() where network = '198.51.100.0/24'`.execute(shop.db)
  await sql`update sessions set seen_at = now() - interval '15 days' where network = '198.51.101.0/24'`.execute(shop.db)
  expect((await customer.api.listMySessions()).signIns).toMatchObject([{ isCurrent: true }])
})

test('a code of the mail and a new password open sessions that name their device', async () => {
  const customer = await shop.customer()
  const answer = await customer.fetch('/api/users/change-password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': PHONE },
    body: JSON.stringify({ password: customer.password, newPassword: 'a plain new password' }),
  })
  expect(answer.status).toBe(200)
  expect((await customer.api.listMySessions()).signIns).toMatchObject([{ device: 'Chrome on Android' }])
})
