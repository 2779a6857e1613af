import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { KEY_AREAS, scopesFor } from '#contract/accounts/key-scopes.ts'
import { mayCall, STAFF_AREAS, type KeyScope } from '#contract/accounts/staff-areas.ts'
import { endKey, makeKey } from '#server/accounts/keys/keys.ts'
import { signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call, type Furnished } from '#test/sample-calls.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'

vi.setConfig({ testTimeout: 120_000 })

let shop: Awaited<ReturnType<typeof startShop>>
let calls: Call[]
let furnished: Furnished
let ownerId: string
let lastId: string | undefined
beforeAll(async () => {
  shop = await startShop()
  furnished = await furnish(shop)
  calls = await sampleCalls(shop, furnished)
  ownerId = (await signedIn(shop, 'admin')).id
})
afterAll(() => shop.close())

/** `GET /admin/orders/{orderId}` → `GET /admin/orders/:orderId`. */
const nameInTable = ({ name }: Call) => name.replaceAll(/\{(\w+)\}/g, ':$1')

/** Makes a key, and ends the one before: a shop has so many. */
async function newKey(areas: KeyScope[]): Promise<string> {
  if (lastId !== undefined) await endKey(shop.db, lastId, ownerId)
  const { _id, key } = await makeKey(shop.db, { name: 'A program', areas, expiresAt: undefined }, ownerId)
  lastId = _id
  // Once a minute a call writes down that its key is in use; this is not what the calls are tried for.
  await sql`update program_keys set last_used_at = now() + interval '1 hour'`.execute(shop.db)
  return key
}

const sendBy = (key: string, each: Call) => send(shop, each, new Map(), { authorization: `Bearer ${key}` })

/**
 * The status that keeps a key of these scopes out of this call, or undefined where it may come in, or nobody is kept
 * out.
 */
function refusalOf(each: Call, scopes: readonly KeyScope[]): number | undefined {
  const { 'x-audience': audience } = each.operation
  if (audience === 'customer') return 401
  return audience === 'admin' && !mayCall(scopes, nameInTable(each)) ? 403 : undefined
}

test('of who paid for an order, and by which payment, a key without “payers” reads only what its own area is about', async () => {
  const { email } = await furnished.owner.api.getMe()
  await sql`update contacts set email = ${email}`.execute(shop.db)
  const { razorpayOrderId, razorpayPaymentId } = furnished.proof
  const secrets = Object.entries({ email, order: razorpayOrderId, payment: razorpayPaymentId })
  const told: string[] = []
  for (const area of KEY_AREAS.filter((one) => one !== 'payers')) {
    const scopes: KeyScope[] = [`${area}:read`]
    const key = await newKey(scopes)
    const ofStaff = calls.filter(({ method, operation }) => method === 'GET' && operation['x-audience'] === 'admin')
    for (const each of ofStaff.filter((one) => refusalOf(one, scopes) === undefined)) {
      const { body } = await sendBy(key, each)
      const names = secrets.filter(([, secret]) => body.includes(secret)).map(([name]) => name)
      if (names.length > 0) told.push(`${area}: ${each.name}: ${names.join(', ')}`)
    }
  }
  expect(told).toEqual([
    'orderFiles: GET /admin/orders/export: email, order, payment',
    'messages: GET /admin/getallcontacts: email',
    'messages: GET /admin/contact/{id}: email',
    'reviews: GET /admin/reviews: email',
    'auditLog: GET /admin/audit: email, payment',
    'customers: GET /admin/changes/customers: email',
    'settings: GET /admin/settings/{name}/versions: email',
  ])
})

test.each(KEY_AREAS)(
  'a key of the area “%s” is refused by every call of another, which tells and changes nothing',
  async (area) => {
    const key = await newKey([area])
    const refused = calls.filter((each) => refusalOf(each, [area]) !== undefined)
    const before = await tableContents(shop.db)
    for (const each of refused) {
      const answer = await sendBy(key, each)
      expect({ call: each.name, status: answer.statusCode }).toEqual({
        call: each.name,
        status: refusalOf(each, [area]),
      })
      expect(Object.keys(answer.json())).toEqual(['message', 'error', 'code'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await tableContents(shop.db)).toEqual(before)
  },
)

test.each(['read', 'write'] as const)('with every area to %s a key opens these calls, and no other', async (access) => {
  const scopes = KEY_AREAS.map((area): KeyScope => `${area}:${access}`)
  const key = await newKey(scopes)
  const ofStaff = calls.filter(({ operation }) => operation['x-audience'] === 'admin')
  const opened = ofStaff.filter((each) => refusalOf(each, scopes) === undefined)
  expect(opened.every(({ method }) => (method === 'GET') === (access === 'read'))).toBe(true)
  expect(opened.length).toBeGreaterThan(40)
  for (const each of ofStaff.filter((one) => !opened.includes(one))) {
    expect({ call: each.name, status: (await sendBy(key, each)).statusCode }).toEqual({ call: each.name, status: 403 })
  }
  for (const each of opened) {
    const { statusCode } = await sendBy(key, each)
    expect({ call: each.name, isRefused: [401, 403, 500].includes(statusCode) }).toEqual({
      call: each.name,
      isRefused: false,
    })
  }
})

test('no key opens what decides who comes in, and the description says which scopes open the rest', () => {
  const closed = ['ownAccount', 'ownSignIn', 'staff', 'keys', 'customerSessions'] as const
  for (const call of closed.flatMap((area): readonly string[] => STAFF_AREAS[area].calls)) {
    expect({ call, scopes: scopesFor(call) }).toEqual({ call, scopes: [] })
  }
  for (const each of calls.filter(({ operation }) => operation['x-audience'] === 'admin')) {
    const scopes = scopesFor(nameInTable(each))
    const described = each.operation.security.find((one) => 'key' in one)?.key ?? []
    expect({ call: each.name, described }).toEqual({ call: each.name, described: scopes })
  }
})
