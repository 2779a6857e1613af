import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { numberChanges } from '#server/db/change-feed/service.ts'
import { startShop } from '#test/start-shop.ts'
import { fillCart, signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call, type Furnished } from '#test/sample-calls.ts'
import { SAMPLE_PASSKEY } from '#test/sample-passkeys.ts'
import { tableContents } from '#test/table-contents.ts'

vi.setConfig({ testTimeout: 120_000 })

type Cookies = ReadonlyMap<string, string>
type Role = 'anonymous' | 'customer' | 'other customer' | 'administrator' | 'former administrator'

let shop: Awaited<ReturnType<typeof startShop>>
let furnished: Furnished
let calls: Call[]
let cookiesOf: Record<Role, Cookies>

beforeAll(async () => {
  shop = await startShop()
  furnished = await furnish(shop)
  calls = await sampleCalls(shop, furnished)
  const other = await signedIn(shop)
  await fillCart(other, furnished.product.id, 1)
  const [admin, former] = [await signedIn(shop, 'admin'), await signedIn(shop, 'admin')]
  await sql`update users set role = 'customer' where id = ${former.id}`.execute(shop.db)
  cookiesOf = {
    anonymous: new Map(),
    customer: furnished.owner.cookies,
    'other customer': other.cookies,
    administrator: admin.cookies,
    'former administrator': former.cookies,
  }
  // Once a minute a call writes down that its session is in use; this is not what the calls are tried for.
  await sql`update sessions set seen_at = now() + interval '1 hour'`.execute(shop.db)
})
afterAll(() => shop.close())

const contents = () => tableContents(shop.db)

/**
 * The status for somebody else's things; the customer calls that are not listed here act on the caller's own things.
 */
const NOT_THEIRS: Record<string, number> = {
  'PATCH /cart/update/{itemId}': 404,
  'GET /cart/remove/{itemId}': 404,
  'POST /payment/api/payment/verify': 400,
  'GET /order/{userid}/{orderid}/{paymentid}/{signature}': 404,
  'POST /order/address/{orderId}': 404,
  'POST /order/cancel/{orderId}': 404,
  'POST /order/{orderId}/cancel': 404,
  'GET /order/{orderId}/returns': 404,
  'POST /order/{orderId}/returns': 404,
  'POST /order/{orderId}/returns/{returnId}/withdraw': 404,
  'PUT /order/{orderId}/returns/{returnId}/refund-to': 404,
  'POST /order/{orderId}/pay': 404,
  'POST /order/{orderId}/confirmation-code': 404,
  'POST /order/{orderId}/confirm': 404,
  'POST /order/{orderId}/returns/{returnId}/pictures': 404,
  'GET /order/returns/{returnId}/pictures/{index}': 404,
  'GET /order/documents/{documentId}': 404,
  'DELETE /order/addresses/{addressId}': 404,
  'PUT /order/addresses/{addressId}': 404,
  'POST /order/addresses/{addressId}/default': 404,
  'POST /order/reorder/{orderId}': 404,
  'PATCH /users/passkeys/{passkeyId}': 404,
  'POST /users/passkeys/{passkeyId}/remove': 404,
  'POST /order/getuserorders/{userId}': 404,
  'DELETE /users/sessions/{sessionId}': 404,
}

/** The status that keeps this role out of this call, or undefined where it may come in. */
function refusalOf({ name, operation }: Call, role: Role): number | undefined {
  switch (operation['x-audience']) {
    case 'public':
      return undefined
    case 'provider':
      return 400
    case 'customer':
      if (role === 'other customer') return NOT_THEIRS[name]
      return role === 'customer' ? undefined : 401
    case 'admin':
      if (role === 'former administrator') return 403
      return role === 'administrator' ? undefined : 401
  }
}

const ROLES: Role[] = ['anonymous', 'customer', 'other customer', 'administrator', 'former administrator']
const BODY_OF_ERROR = { message: expect.any(String), error: expect.any(String), code: expect.any(String) }

test.each(ROLES)('whatever is not for the role “%s” is refused, tells nothing and changes nothing', async (role) => {
  const refused = calls.filter((call) => refusalOf(call, role) !== undefined)
  expect(refused.length).toBeGreaterThan(0)
  for (const call of refused) {
    const before = await contents()
    const answer = await send(shop, call, cookiesOf[role])
    const after = await contents()
    expect({ call: call.name, status: answer.statusCode, after }).toEqual({
      call: call.name,
      status: refusalOf(call, role),
      after: before,
    })
    expect(answer.json()).toEqual(BODY_OF_ERROR)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(furnished.secrets.filter((secret) => answer.body.includes(secret))).toEqual([])
  }
})

test('every role is kept out of every call of administrators and of every call of customers', () => {
  const count = (audience: string) => calls.filter(({ operation }) => operation['x-audience'] === audience).length
  const refusals = (role: Role) => calls.filter((call) => refusalOf(call, role) !== undefined).length
  expect(count('admin')).toBeGreaterThanOrEqual(16)
  expect(count('customer')).toBeGreaterThanOrEqual(10)
  expect(refusals('anonymous')).toBe(count('admin') + count('customer') + count('provider'))
  expect(refusals('former administrator')).toBe(refusals('anonymous'))
  expect(refusals('administrator')).toBe(count('customer') + count('provider'))
})

test('what belongs to somebody else is answered word for word like what does not exist', async () => {
  const theirs = calls.filter(({ name }) => Object.hasOwn(NOT_THEIRS, name))
  expect(theirs).toHaveLength(Object.keys(NOT_THEIRS).length)
  const { lineId, order, cancellable, owner, proof, addressId, sessionId } = furnished
  const missing = (text: string) =>
    [
      lineId,
      order._id,
      cancellable._id,
      addressId,
      sessionId,
      owner.id,
      SAMPLE_PASSKEY,
      proof.razorpayOrderId,
      proof.razorpayPaymentId,
    ].reduce((changed, id) => changed.replaceAll(id, `${id.slice(0, -4)}0000`), text)
  for (const call of theirs) {
    const absent: Call = {
      ...call,
      url: missing(call.url),
      payload: call.payload && Buffer.from(missing(call.payload.toString())),
    }
    const [found, unknown] = [
      await send(shop, call, cookiesOf['other customer']),
      await send(shop, absent, cookiesOf['other customer']),
    ]
    expect({ call: call.name, status: unknown.statusCode, body: unknown.json() }).toEqual({
      call: call.name,
      status: found.statusCode,
      body: found.json(),
    })
  }
})

/** The cookies of somebody who may make this call. */
const rightful = ({ operation }: Call): Cookies => {
  if (operation['x-audience'] === 'admin') return cookiesOf.administrator
  return operation['x-audience'] === 'customer' ? cookiesOf.customer : new Map()
}

const changing = () => calls.filter(({ operation }) => operation['x-changes'] && operation['x-audience'] !== 'provider')

function foreignHeaders(): Record<string, Record<string, string>> {
  const own = new URL(shop.origin)
  const fromShop = { origin: shop.origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  return {
    'another site': { origin: 'https://evil.example' },
    'a page of no origin': { origin: 'null' },
    'another scheme': { origin: `https://${own.host}` },
    'another port': { origin: `http://${own.hostname}:1` },
    'a name that begins like the shop’s': { origin: `${shop.origin}.evil.example` },
    'Origin in capitals': { origin: 'HTTPS://EVIL.EXAMPLE' },
    'cross-site by Fetch Metadata alone': { 'sec-fetch-site': 'cross-site' },
    'same-site but another origin': { 'sec-fetch-site': 'same-site' },
    'the shop’s origin but cross-site': { origin: shop.origin, 'sec-fetch-site': 'cross-site' },
    'an address bar': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'a link of the shop itself': { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    'an image elsewhere': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'a prefetch': { ...fromShop, 'sec-purpose': 'prefetch' },
    'a prerender': { ...fromShop, 'sec-purpose': 'prefetch;prerender' },
    'a prefetch of an old browser': { purpose: 'prefetch' },
  }
}

test('nothing can be changed from anywhere but the shop’s own pages', async () => {
  expect(changing().length).toBeGreaterThanOrEqual(25)
  const before = await contents()
  for (const [from, headers] of Object.entries(foreignHeaders())) {
    for (const call of changing()) {
      const answer = await send(shop, call, rightful(call), headers)
      expect({ from, call: call.name, status: answer.statusCode }).toEqual({ from, call: call.name, status: 403 })
      expect(answer.json()).toMatchObject({ code: 'forbidden' })
    }
    expect({ from, contents: await contents() }).toEqual({ from, contents: before })
  }
})

test('HEAD changes nothing, and calls that change something have none', async () => {
  const gets = calls.filter(({ method }) => method === 'GET')
  // Whoever reads what has changed gives numbers to what has none; this is not what the calls are tried for.
  await numberChanges(shop.db)
  const before = await contents()
  for (const call of gets) {
    const answer = await send(shop, { ...call, method: 'HEAD' }, rightful(call))
    const expected = call.operation['x-changes'] ? [404] : [200, 404]
    expect({ call: call.name, status: answer.statusCode }).toEqual({
      call: call.name,
      status: expect.toBeOneOf(expected),
    })
    expect(answer.body).toBe('')
  }
  expect(await contents()).toEqual(before)
})

const SECRET = /password|hash|salt|session/i
/** Keys that others have named: the file for the tax network has a key `hash`, which always holds the word `hash`. */
const NAMED_ELSEWHERE: Record<string, readonly string[]> = { 'GET /admin/tax/gstr1': ['hash'] }

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)])
}

test('the same calls from the shop’s own pages go through, and no key of any answer names a secret', async () => {
  const own = {
    origin: shop.origin,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  }
  // Calls that remove something come last, so that the others still find it.
  const LATER = [/DELETE|delete|remove/, /DELETE .*own$/, /DELETE .*sessions$/, /change-password/, /logout/]
  const order = ({ name, method }: Call) => {
    const later = LATER.findLastIndex((pattern) => pattern.test(name))
    return later >= 0 ? later + 2 : Number(method !== 'GET')
  }
  const statuses: Record<string, number> = {}
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    const answer = await send(shop, call, rightful(call), own)
    statuses[call.name] = answer.statusCode
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    // The description names request fields, and `password` is one.
    if (!isJson || call.name === 'GET /openapi.json') continue
    const keys = keysOf(answer.json()).filter((key) => SECRET.test(key) && !NAMED_ELSEWHERE[call.name]?.includes(key))
    expect({ call: call.name, keys }).toEqual({
      call: call.name,
      keys: [],
    })
    expect(answer.body).not.toMatch(/\$argon2/)
  }
  const unsuccessful = Object.entries(statuses).filter(([, status]) => status >= 300)
  expect(Object.fromEntries(unsuccessful)).toEqual({
    // The password of a customer, a product without a picture, a picture that does not exist, an event without a
    // signature, a product that has changed since, a review before the parcel has come, a mail about a size that is in
    // stock.
    'POST /admin/documents/{documentId}/e-invoice': 409,
    // No PIN table was ever imported.
    'POST /admin/delivery/empty': 409,
    'POST /admin/delivery/undo': 409,
    // There is no such entry of the audit log.
    'POST /admin/products/undo-prices': 404,
    // Its shipping has just been taken back.
    'PUT /admin/orders/{orderId}/shipment': 409,
    // The order is paid online, the shop takes no cash, and the link does not exist.
    'PATCH /admin/orders/{orderId}/cash': 409,
    'POST /admin/orders/{orderId}/remittance': 409,
    'POST /admin/cash/remittance': 409,
    'PATCH /admin/cash/findings/{findingId}': 404,
    // A parcel that is not booked yet.
    'POST /admin/parcels/{parcelId}/check': 409,
    'POST /admin/parcels/{parcelId}/label': 409,
    'GET /admin/parcels/manifest': 404,
    // A return without a picture, of an order that was paid online and has not arrived, whose step was taken already.
    'GET /order/returns/{returnId}/pictures/{index}': 404,
    'GET /admin/returns/{returnId}/pictures/{index}': 404,
    'POST /order/{orderId}/returns': 409,
    'POST /admin/orders/{orderId}/returns': 409,
    'PUT /order/{orderId}/returns/{returnId}/refund-to': 409,
    'PATCH /admin/returns/{returnId}': 409,
    'POST /admin/returns/{returnId}/pick-up': 409,
    // An order that has left is packed no more.
    'POST /admin/packing/{orderId}/items': 409,
    'PUT /admin/packing/{orderId}/aside': 409,
    // An order that has left, and one that the call before has cancelled.
    'POST /admin/orders/{orderId}/cancel': 409,
    'PUT /admin/orders/{orderId}/size': 409,
    'PUT /admin/orders/{orderId}/address': 409,
    'POST /order/{orderId}/cancel': 409,
    'POST /order/cash': 409,
    // Whose customer has no store credit; and the pictures of a return that was withdrawn.
    'POST /order/credit': 409,
    'POST /order/{orderId}/returns/{returnId}/pictures': 409,
    'POST /order/cash/confirm': 404,
    'POST /order/{orderId}/pay': 409,
    'POST /order/{orderId}/confirmation-code': 409,
    'POST /order/{orderId}/confirm': 409,
    'POST /admin/login': 403,
    'GET /products/image/{id}/{index}': 404,
    'GET /pictures/{hash}': 404,
    'POST /payment/webhook': 400,
    'POST /couriers/webhook': 400,
    'PATCH /admin/products/{id}': 409,
    'POST /products/reviews/{id}': 409,
    'POST /stock-requests/{productId}': 409,
    // The link and the code do not exist, and the password is a wrong one.
    'POST /users/change-email': 400,
    'POST /users/confirm-new-email': 404,
    'POST /users/erasure': 400,
    'POST /users/keep-account': 404,
    'POST /users/login-by-code': 401,
    'POST /users/reset-password': 404,
    'POST /admin/join': 404,
    // Nobody’s password.
    'POST /admin/confirm-password': 400,
    'POST /admin/change-password': 400,
    'POST /admin/change-email': 400,
    // The session of a customer.
    'DELETE /admin/sessions/{sessionId}': 404,
    // No device has signed anything, and this administrator has no passkey.
    'POST /users/login-by-passkey': 401,
    'POST /users/passkeys': 400,
    'POST /admin/login-by-passkey': 401,
    'POST /admin/passkeys': 400,
    'PATCH /admin/passkeys/{passkeyId}': 404,
    'POST /admin/passkeys/{passkeyId}/remove': 404,
    // A wrong code for the app that was just begun.
    'POST /admin/second-factor/confirm': 400,
    'POST /admin/second-factor/recovery-codes': 404,
  })
})
