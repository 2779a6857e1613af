import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { KeyMaking } from '#contract/accounts/keys.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { revokeAllAccess } from '#server/accounts/service.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { buy, NEVER, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let lines: string[] = []
let shop: Awaited<ReturnType<typeof startShop>>
let owner: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) }
  shop = await startShop({ logTo, logLevel: 'info', hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  owner = await signedIn(shop, 'admin')
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
  shop.app.securityEvents.endMinute()
  lines = []
})
afterAll(() => shop.close())

const make = (areas: KeyMaking['areas'], more: Partial<KeyMaking> = {}) =>
  owner.api.makeKey({ name: 'Tally', areas, ...more })

const call = (key: string, path: string, init: RequestInit = {}) =>
  shop.visitor().fetch(path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...Object.fromEntries(new Headers(init.headers)) },
  })

const send = (key: string, method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(key, path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const ORDERS = '/api/admin/getallorders'
const statusOf = async (key: string, path = ORDERS) => (await call(key, path)).status

const eventsIn = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; event: string; route: string })
    .filter(({ msg }) => msg === 'security event')
    .map(({ event, route }) => `${event}: ${route}`)

const auditOf = async (subjectId: string) =>
  (
    await sql<{ actorId: string; action: string }>`
    select actor_id, action from audit_log where subject_id = ${subjectId} order by id`.execute(shop.db)
  ).rows

test('a key is shown once, only its hash is stored, and secret scanners find it', async () => {
  const made = await make(['orders:read'])
  expect(made).toMatchObject({ name: 'Tally', areas: ['orders:read'], isLive: true, endedAt: null, lastUsedAt: null })
  expect(made.key).toMatch(/^selvedge_[0-9a-f]{64}$/)
  const { keys } = await owner.api.listKeys()
  const listed = keys.find(({ _id }) => _id === made._id)
  expect(listed).not.toHaveProperty('key')
  expect(JSON.stringify(keys)).not.toContain(made.key)
  const { rows } = await sql<{
    row: string
  }>`select keys::text as row from program_keys keys where id = ${made._id}`.execute(shop.db)
  expect(rows[0]?.row).not.toContain(made.key)
  expect(rows[0]?.row).toContain(createHash('sha256').update(made.key).digest('hex'))
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(366)
})

test('it opens reading or writing of its areas, or both, and nothing else', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const stockPath = `/api/products/set-stock/${product.id}`
  const [reads, writes, both] = [
    await make(['catalogue:read']),
    await make(['catalogue:write']),
    await make(['catalogue']),
  ]
  const outcomes = []
  for (const { key } of [reads, writes, both]) {
    const [read, write] = [await call(key, '/api/admin/categories'), await send(key, 'PATCH', stockPath, { stock: 3 })]
    outcomes.push([read.status, write.status, await statusOf(key)])
  }
  expect(outcomes).toEqual([
    [200, 403, 403],
    [403, 200, 403],
    [200, 200, 403],
  ])
  const refused = await call(reads.key, ORDERS)
  expect(await refused.json()).toMatchObject({ code: 'forbidden', message: 'This key does not open this call.' })
  expect(eventsIn()).toContain('not allowed: GET /api/admin/getallorders')
})

test('money and e-mail addresses of orders are seen only with the area that has them', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const { order } = await buy(shop, product.id)
  const [parcels, payers] = [await make(['orders:read']), await make(['orders:read', 'payers:read'])]
  const emailOf = async (key: string) => {
    const orders = (await (await call(key, ORDERS)).json()) as { _id: string; user: { email: string | null } }[]
    return orders.find(({ _id }) => _id === order._id)?.user.email
  }
  expect(await emailOf(parcels.key)).toBeNull()
  expect(await emailOf(payers.key)).toContain('@')
})

test('orders beside figures and messages are for keys that read orders, and their money for those that see it', async () => {
  const { order, buyer } = await buy(shop, (await addProduct(shop.db, { stock: 5 })).id)
  const { email } = await buyer.api.getMe()
  const words = { firstName: 'Asha', lastName: 'Rao', contactNumber: '9123456780', subject: 'Size', message: 'Wide?' }
  await shop.visitor().api.submitContact({ email, ...words })
  const { id: _id } = await shop.db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  let seen = 0
  const read = async (more: KeyMaking['areas']) => {
    const [{ key: figures }, { key: messages }] = [
      await make(['figures:read', ...more]),
      await make(['messages', ...more]),
    ]
    const { newestOrders } = await (await call(figures, '/api/admin/figures')).json()
    const thread = await (await call(messages, `/api/admin/contact/${_id}`)).json()
    const answered = await send(messages, 'POST', `/api/admin/contact/${_id}/answers`, { text: 'Yes.', seen })
    seen += 1
    return [newestOrders, thread.sender.orders, (await answered.json()).thread.sender.orders].map(
      (orders: StaffOrder[]) => orders.find((one) => one._id === order._id),
    )
  }
  expect(await read([])).toEqual([undefined, undefined, undefined])
  const withoutMoney = { orderId: null, totalAmount: null, payment: null, user: { email: null } }
  expect(await read(['orders:read'])).toMatchObject([withoutMoney, withoutMoney, withoutMoney])
  const { orderId, totalAmount } = order
  const whole = { orderId, totalAmount, user: { email } }
  expect(await read(['orders:read', 'payers:read'])).toMatchObject([whole, whole, whole])
})

test('beside a key no cookie counts, and no customer’s call is open to it', async () => {
  const customer = await signedIn(shop)
  const { key } = await make(['orders:read'])
  const authorization = { authorization: `Bearer ${key}` }
  expect((await owner.fetch('/api/admin/categories', { headers: authorization })).status).toBe(403)
  expect((await owner.fetch('/api/admin/me', { headers: authorization })).status).toBe(403)
  expect((await customer.fetch('/api/cart', { headers: authorization })).status).toBe(401)
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await call(key, '/api/admin/logout', { headers: { cookie } })
  await owner.api.getAdminMe()
  const wrong = await owner.fetch(ORDERS, { headers: { authorization: 'Bearer wrong' } })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.getSetCookie()).toEqual([])
})

test('a key that does not work is 401 with a sentence, whatever is wrong with it', async () => {
  const { key } = await make(['orders:read'])
  const bad = [
    '',
    'x',
    key.slice(0, -1),
    `${key}0`,
    `${key} ${key}`,
    key.toUpperCase(),
    key.slice(9),
    `é${key}`,
    'y'.repeat(7000),
  ]
  for (const wrong of bad) {
    const answer = await shop.app.inject({ url: ORDERS, headers: { authorization: `Bearer ${wrong}` } })
    expect({ wrong, status: answer.statusCode }).toEqual({ wrong, status: 401 })
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(answer.json()).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('This key does not work'),
    })
  }
  expect(eventsIn()).toContain('key refused: GET /api/admin/getallorders')
  expect(lines.join('\n')).not.toContain(key.slice(9, -1))
  for (const scheme of [`Basic ${btoa(`${key}:`)}`, `Token ${key}`, key]) {
    expect((await shop.visitor().fetch(ORDERS, { headers: { authorization: scheme } })).status).toBe(401)
    expect((await owner.fetch(ORDERS, { headers: { authorization: scheme } })).status).toBe(200)
  }
  expect(await statusOf(key)).toBe(200)
})

test('it ends at its time, or at once when an owner ends it', async () => {
  const [ended, expired] = [await make(['orders:read']), await make(['orders:read'])]
  expect([await statusOf(ended.key), await statusOf(expired.key)]).toEqual([200, 200])
  expect(await owner.api.endKey(ended._id)).toEqual({ message: 'Key ended.' })
  await sql`update program_keys set expires_at = now() where id = ${expired._id}`.execute(shop.db)
  expect([await statusOf(ended.key), await statusOf(expired.key)]).toEqual([401, 401])
  await expect(owner.api.endKey(ended._id)).rejects.toMatchObject({ status: 404 })
  const { keys } = await owner.api.listKeys()
  expect(keys.find(({ _id }) => _id === ended._id)).toMatchObject({ isLive: false, endedAt: expect.any(String) })
  expect(keys.find(({ _id }) => _id === expired._id)).toMatchObject({ isLive: false, endedAt: null })
  expect(await auditOf(ended._id)).toEqual([
    { actorId: owner.id, action: 'make key' },
    { actorId: owner.id, action: 'end key' },
  ])
  expect(eventsIn()).toEqual(
    expect.arrayContaining(['key made: POST /api/admin/keys', 'key ended: DELETE /api/admin/keys/:keyId']),
  )
})

test('it says when and from which network it was last used', async () => {
  const { _id, key } = await make(['orders:read'])
  await call(key, ORDERS, { headers: { 'x-forwarded-for': '203.0.113.77' } })
  const { keys } = await owner.api.listKeys()
  expect(keys.find((one) => one._id === _id)).toMatchObject({
    lastUsedAt: expect.any(String),
    lastNetwork: '203.0.113.0/24',
  })
})

test('a program needs no origin, and no page elsewhere borrows a cookie by naming a key', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const path = `/api/products/set-stock/${product.id}`
  const { key } = await make(['catalogue:write'])
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await send(key, 'PATCH', path, { stock: 2 }, foreign)).status).toBe(200)
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await send('wrong', 'PATCH', path, { stock: 1 }, { ...foreign, cookie })).status).toBe(401)
})

test('each key has its own limit, and every answer says what is left of it', async () => {
  const [busy, calm] = [await make(['orders:read']), await make(['orders:read'])]
  const first = await call(busy.key, ORDERS)
  expect(first.headers.get('ratelimit-limit')).toBe('600')
  expect(first.headers.get('ratelimit-remaining')).toBe('599')
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
  await sql`update rate_counters set count = 600 where key = ${`key ${busy._id}`}`.execute(shop.db)
  const over = await call(busy.key, ORDERS)
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(over.headers.get('ratelimit-remaining')).toBe('0')
  expect(await over.json()).toMatchObject({ code: 'rate_limited' })
  expect(await statusOf(calm.key)).toBe(200)
})

test('wrong keys of a network are slowed down, and the right one beside them is not', async () => {
  const { key } = await make(['orders:read'])
  expect(await statusOf('wrong')).toBe(401)
  await sql`update rate_counters set count = 60 where key = 'wrong key 127.0.0.1'`.execute(shop.db)
  const slowed = await call('wrong again', ORDERS)
  expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await statusOf(key)).toBe(200)
})

test('what a program changes is recorded as that key, also where only people were foreseen', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const { _id, key } = await make(['catalogue:write', 'reconciliation:write', 'messages', 'settings:write'])
  await send(key, 'PATCH', `/api/products/update-price/${product.id}`, { price: 500 })
  const answer = await send(key, 'POST', '/api/admin/reconciliations', {})
  expect(answer.status).toBeLessThan(300)
  await shop.visitor().api.submitContact({
    firstName: 'Meera',
    lastName: 'Das',
    email: 'meera@example.com',
    contactNumber: '9123456780',
    subject: 'A question',
    message: 'Do you send to Pune?',
  })
  const { id } = await shop.db
    .selectFrom('contacts')
    .select('id')
    .where('message', '=', 'Do you send to Pune?')
    .executeTakeFirstOrThrow()
  expect((await send(key, 'POST', `/api/admin/contact/${id}/answers`, { text: 'Yes.', seen: 0 })).status).toBeLessThan(
    300,
  )
  const settings = await send(key, 'PATCH', '/api/admin/settings', {
    values: { lowStock: 9 },
    revisions: { lowStock: 0 },
  })
  expect(settings.status).toBe(200)
  const { entries, people } = await owner.api.listAudit({ person: _id })
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['change price']))
  expect(entries.every(({ person }) => person?.name === 'Tally' && person.email === '')).toBe(true)
  expect(people).toContainEqual({ _id, name: 'Tally', email: '' })
})

test('a key does not decide how people sign in', async () => {
  const { key } = await make(['settings'])
  const change = { values: { demandsSecondFactor: true }, revisions: { demandsSecondFactor: 0 } }
  expect((await send(key, 'PATCH', '/api/admin/settings', change)).status).toBe(403)
  expect((await send(key, 'POST', '/api/admin/settings/demandsSecondFactor/undo', { revision: 1 })).status).toBe(403)
})

test('where the staff need a second factor, programs go on', async () => {
  const { key } = await make(['orders:read'])
  await setSettings(shop, { demandsSecondFactor: true })
  try {
    expect(await statusOf(key)).toBe(200)
    await expect(owner.api.listAllOrders()).rejects.toMatchObject({ code: 'factor_needed' })
  } finally {
    await setSettings(shop, { demandsSecondFactor: false })
  }
})

test('every owner gets a mail about a new key, with nothing in it that anybody typed', async () => {
  const [other, manager] = [await signedIn(shop, 'admin'), await signedIn(shop, 'admin', 'manager')]
  // A round sends so many: those about earlier keys are gone.
  await shop.db.deleteFrom('mails').where('name', '=', 'key-made').execute()
  const earlier = shop.mails.length
  await make(['orders:read'], { name: 'Visit evil.example' })
  await sendMails(shop.shop, NEVER)
  const mails = shop.mails.slice(earlier).filter(({ subject }) => subject === 'Made: a key for another program')
  const { members } = await owner.api.listStaff()
  const addressOf = (id: string) => members.find(({ _id }) => _id === id)?.email
  const receivers = mails.map(({ to }) => to)
  expect(receivers).toEqual(expect.arrayContaining([addressOf(owner.id), addressOf(other.id)]))
  expect(receivers).not.toContain(addressOf(manager.id))
  expect(mails[0]?.text).toContain('/admin/keys')
  expect(mails.map(({ text }) => text).join()).not.toContain('evil.example')
})

test('only an owner who has signed in recently makes and ends keys', async () => {
  const { _id, key } = await make(['orders'])
  const manager = await signedIn(shop, 'admin', 'manager')
  await expect(manager.api.listKeys()).rejects.toMatchObject({ status: 403 })
  await expect(manager.api.makeKey({ name: 'x', areas: ['orders'] })).rejects.toMatchObject({ status: 403 })
  const late = await signedIn(shop, 'admin')
  await sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${late.id}`.execute(shop.db)
  await expect(late.api.makeKey({ name: 'x', areas: ['orders'] })).rejects.toMatchObject({ code: 'password_needed' })
  await expect(late.api.endKey(_id)).rejects.toMatchObject({ code: 'password_needed' })
  expect((await send(key, 'POST', '/api/admin/keys', { name: 'x', areas: ['orders'] })).status).toBe(403)
  expect((await call(key, `/api/admin/keys/${_id}`, { method: 'DELETE' })).status).toBe(403)
})

test('a key stays the shop’s when its maker leaves, and none survives the restoring of a backup', async () => {
  const leaving = await signedIn(shop, 'admin')
  const { key, _id } = await leaving.api.makeKey({ name: 'Warehouse', areas: ['orders:read'] })
  await owner.api.changeStaff(leaving.id, { isActive: false })
  expect(await statusOf(key)).toBe(200)
  await revokeAllAccess(shop.db)
  expect(await statusOf(key)).toBe(401)
  const row = await shop.db.selectFrom('programKeys').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  expect([row.keyHash, row.endedAt]).toEqual([null, expect.any(Date)])
  owner = await signedIn(shop, 'admin')
})

test('bad input makes no key', async () => {
  const before = (await owner.api.listKeys()).keys.length
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const bad = [
    {},
    { name: 'x' },
    { name: ' ', areas: ['orders'] },
    { name: 'x'.repeat(61), areas: ['orders'] },
    { name: 'x', areas: [] },
    { name: 'x', areas: 'orders' },
    { name: 'x', areas: ['none'] },
    { name: 'x', areas: ['orders:delete'] },
    { name: 'x', areas: ['staff'] },
    { name: 'x', areas: ['keys:write'] },
    { name: 'x', areas: ['ownSignIn:read'] },
    { name: 'x', areas: ['orders'], expiresAt: inDays(-1) },
    { name: 'x', areas: ['orders'], expiresAt: inDays(400) },
    { name: 'x', areas: ['orders'], expiresAt: 'soon' },
    { name: 'x', areas: ['orders'], expiresAt: '0000-01-01T00:00:00Z' },
    { name: 'x', areas: ['orders'], key: 'mine' },
  ]
  for (const body of bad) {
    await expect(owner.api.makeKey(body as never)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  }
  expect((await owner.api.listKeys()).keys).toHaveLength(before)
  for (const id of ['none', 'x'.repeat(400)]) await expect(owner.api.endKey(id)).rejects.toMatchObject({ status: 404 })
})

test('nobody signs in as a program', async () => {
  const { _id } = await make(['orders:read'])
  const { emailKey } = await shop.db
    .selectFrom('users')
    .select('emailKey')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  for (const email of ['', emailKey]) {
    await expect(shop.visitor().api.adminLogin({ email, password: 'none' })).rejects.toMatchObject({
      status: expect.toBeOneOf([400, 401]),
    })
  }
})
