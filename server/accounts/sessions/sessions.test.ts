import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSessionFinder } from '#server/accounts/sessions/sessions.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

interface Visitor {
  cookies: Map<string, string>
}

const tokenOf = ({ cookies }: Visitor) => [...cookies.values()][0] ?? ''
const hashOf = (visitor: Visitor) => createHash('sha256').update(tokenOf(visitor)).digest()

/** As if this much time had passed since the last call, or since signing in. */
async function letPass(visitor: Visitor, column: 'seen_at' | 'expires_at', interval: string) {
  await sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval
    where id_hash = ${hashOf(visitor)}`.execute(shop.db)
}

async function readSession(visitor: Visitor) {
  const { rows } = await sql<{ seen: number; lasts: number }>`
    select extract(epoch from now() - seen_at)::float as seen, extract(epoch from expires_at - created_at)::float as lasts
    from sessions where id_hash = ${hashOf(visitor)}`.execute(shop.db)
  return rows[0]
}

test('the database holds no session id, only its hash', async () => {
  const customer = await shop.customer()
  expect(Buffer.from(tokenOf(customer), 'base64url')).toHaveLength(32)
  const { rows } = await sql<{ text: string }>`select sessions::text as text from sessions`.execute(shop.db)
  const tables = JSON.stringify(rows)
  expect(tables).not.toContain(tokenOf(customer))
  expect(tables).not.toContain(Buffer.from(tokenOf(customer), 'base64url').toString('hex'))
  expect(tables).toContain(hashOf(customer).toString('hex'))
})

test.each([
  ['customer', '13 days 23 hours', '2 hours'],
  ['admin', '28 minutes', '3 minutes'],
] as const)('a session of a %s ends after a while without a call', async (role, within, more) => {
  const caller = await shop[role]()
  const me = () => caller.fetch(role === 'admin' ? '/api/admin/me' : '/api/users/me')
  await letPass(caller, 'seen_at', within)
  expect((await me()).status).toBe(200)
  await letPass(caller, 'seen_at', within)
  await letPass(caller, 'seen_at', more)
  expect((await me()).status).toBe(401)
})

test.each([
  ['customer', 90 * 24 * 3600, '90 days'],
  ['admin', 12 * 3600, '12 hours'],
] as const)('a session of a %s ends at last, however often it is used', async (role, lastsSeconds, interval) => {
  const caller = await shop[role]()
  const me = () => caller.fetch(role === 'admin' ? '/api/admin/me' : '/api/users/me')
  expect((await readSession(caller))?.lasts).toBe(lastsSeconds)
  expect((await me()).status).toBe(200)
  await letPass(caller, 'expires_at', interval)
  expect((await me()).status).toBe(401)
})

test.each([
  ['customer', 'hour', 3600],
  ['admin', 'minute', 60],
] as const)('the time of a %s’s last call is written at most once an %s', async (role, _period, seconds) => {
  const caller = await shop[role]()
  const call = () => caller.fetch(role === 'admin' ? '/api/admin/me' : '/api/users/me')
  await letPass(caller, 'seen_at', `${seconds - 10} seconds`)
  await call()
  expect((await readSession(caller))?.seen).toBeGreaterThan(seconds - 11)
  await letPass(caller, 'seen_at', '15 seconds')
  await call()
  expect((await readSession(caller))?.seen).toBeLessThan(30)
})

test.each(['', 'x', 'x'.repeat(5000), '\u0000', "' or 1=1 --"])(
  'the made-up session id %j belongs to nobody',
  async (token) => {
    expect(await createSessionFinder(shop.db)('customer', token)).toBeUndefined()
  },
)
