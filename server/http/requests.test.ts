import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { readConfig } from '#server/start/config.ts'
import { installGuards } from '#server/http/guards.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call } from '#test/sample-calls.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'

vi.setConfig({ testTimeout: 120_000 })

let shop: Awaited<ReturnType<typeof startShop>>
let calls: Call[]
let cookies: ReadonlyMap<string, string>
beforeAll(async () => {
  shop = await startShop()
  const furnished = await furnish(shop)
  calls = await sampleCalls(shop, furnished)
  const admin = await signedIn(shop, 'admin')
  cookies = new Map([...furnished.owner.cookies, ...admin.cookies])
})
afterAll(() => shop.close())

/** Calls that take a JSON body; the provider's is bytes with a signature. */
const jsonCalls = () =>
  calls.filter(
    ({ operation }) =>
      operation.requestBody?.content['application/json'] !== undefined && operation['x-audience'] !== 'provider',
  )

const findCall = (name: string) => calls.find((call) => call.name === name)!

const withBody = (call: Call, type: string, payload: string | Buffer): Call => ({
  ...call,
  headers: type ? { 'content-type': type } : {},
  payload: Buffer.from(payload),
})

const OTHER_BODIES = [
  ['application/x-www-form-urlencoded', 'email=a%40example.com&quantity=1&name=x'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n'],
  ['text/plain', '{"name":"x"}'],
  ['text/plain; charset=utf-8', '{}'],
  ['application/xml', '<name>x</name>'],
  ['application/octet-stream', '\u0001\u0002'],
  ['image/png', 'x'],
  ['application/jsonx', '{}'],
  ['nonsense', '{}'],
  ['', '{"name":"x"}'],
] as const

test.each(OTHER_BODIES)('a body of the type %j is refused by every call that takes JSON', async (type, body) => {
  expect(jsonCalls().length).toBeGreaterThanOrEqual(15)
  const before = await tableContents(shop.db)
  for (const call of jsonCalls()) {
    const answer = await send(shop, withBody(call, type, body), cookies)
    expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 415 })
    expect(answer.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
  }
  expect(await tableContents(shop.db)).toEqual(before)
})

test('a signed-out caller gets 401 before any other fault', async () => {
  const before = await tableContents(shop.db)
  for (const call of jsonCalls().filter(({ operation }) => operation['x-audience'] !== 'public')) {
    const faulty = [
      withBody(call, 'text/plain', 'x'),
      withBody(call, 'application/json', '{"__proto__":1'),
      withBody(call, 'application/json', JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) })),
    ]
    for (const each of faulty) {
      const answer = await send(shop, each, new Map())
      expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 401 })
    }
  }
  expect(await tableContents(shop.db)).toEqual(before)
})

test('a form of products takes no JSON', async () => {
  const answer = await send(
    shop,
    withBody(findCall('POST /products/createproducts'), 'application/json', '{}'),
    cookies,
  )
  expect(answer.statusCode).toBe(415)
})

test('three megabytes of JSON are refused by every call', async () => {
  const large = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) })
  for (const call of calls.filter(
    ({ method, headers }) => method !== 'GET' && !headers['content-type']?.startsWith('multipart'),
  )) {
    const answer = await send(shop, withBody(call, 'application/json', large), cookies)
    expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 413 })
    expect(answer.json()).toMatchObject({ code: 'invalid' })
  }
})

test('three megabytes are refused over a real connection too', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) })
  const answer = await shop.visitor().fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(413)
})

test('a body that never ends is cut off', async () => {
  const { hostname, port } = new URL(shop.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Whoever goes on sending may be cut off before the answer is read, which is an error here, and once() would fail
  // with it.
  socket.on('error', () => undefined).resume()
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  socket.write(
    'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const sending = setInterval(() => socket.writable && socket.write(chunk), 1)
  await closed
  clearInterval(sending)
  expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024)
})

const BROKEN = [
  ['cut off', '{"email":'],
  ['an unquoted key', '{a:1}'],
  ['a comment', '{/* */}'],
  ['two values', '{}{}'],
  ['a lone surrogate half', '\ud800'],
  ['__proto__', '{"__proto__":{"role":"admin"}}'],
  ['__proto__ deep inside', '{"a":{"b":[{"__proto__":{"role":"admin"}}]}}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{"role":"admin"}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"role":"admin"}}}'],
] as const

test.each(BROKEN)('JSON with %s is 400 everywhere', async (_, body) => {
  const before = await tableContents(shop.db)
  for (const call of jsonCalls()) {
    const answer = await send(shop, withBody(call, 'application/json', body), cookies)
    expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 400 })
    expect(answer.json()).toMatchObject({ code: 'invalid' })
  }
  expect(await tableContents(shop.db)).toEqual(before)
  expect(({} as { role?: string }).role).toBeUndefined()
})

test.each(['[]', '7', '"text"', 'true'])('the body %s is 400 everywhere', async (body) => {
  for (const call of jsonCalls()) {
    const answer = await send(shop, withBody(call, 'application/json', body), cookies)
    expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 400 })
  }
})

test('a call that needs a body takes neither null nor nothing', async () => {
  for (const call of jsonCalls().filter(({ operation }) => operation.requestBody?.required)) {
    const answers = [
      await send(shop, withBody(call, 'application/json', 'null'), cookies),
      await send(shop, withBody(call, 'application/json', ''), cookies),
      await send(shop, { ...call, headers: {}, payload: undefined }, cookies),
    ]
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect({ call: call.name, statuses }).toEqual({ call: call.name, statuses: [400, 400, 400] })
  }
})

test('deeply nested JSON is refused at once', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const body of [
    deep,
    `{"address":${deep}}`,
    `{"name":${deep}}`,
    `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  ]) {
    const start = performance.now()
    const answer = await send(
      shop,
      withBody(findCall('POST /order/address/{orderId}'), 'application/json', body),
      cookies,
    )
    expect(answer.statusCode).toBe(400)
    expect(performance.now() - start).toBeLessThan(2000)
  }
})

test('of a key that is sent twice only one value counts, the one that was checked', async () => {
  const call = findCall('POST /users/register')
  const fields = '"firstname":"A","lastname":"B","password":"long enough","phone":"1"'
  const register = (emails: string) =>
    send(shop, withBody(call, 'application/json', `{${fields},${emails}}`), new Map())
  expect((await register('"email":"good@example.com","email":"bad"')).statusCode).toBe(400)
  const answer = await register('"email":"bad","email":"good@example.com"')
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ user: { email: 'good@example.com', role: 'customer' } })
})

/** Calls that ignore an id that does not exist, because they may be repeated or answer for each of many. */
const PASSING_OVER = [
  'DELETE /wishlist/{productId}',
  'DELETE /stock-requests/{productId}',
  'POST /wishlist/join',
  'POST /admin/orders/ship',
  'POST /admin/parcels/book',
  // It gives the same answer for every address.
  'POST /users/forgot-password',
  'POST /users/send-code',
]
/** Calls that the state of what they are about refuses, whatever is in their texts. */
const CONFLICTING = ['POST /order/{orderId}/confirm']
const orPassed = (call: Call, ...statuses: number[]) =>
  expect.toBeOneOf(PASSING_OVER.includes(call.name) ? [200, ...statuses] : statuses)

/** Values that somebody may put where an id or a slug belongs. */
const ODD_VALUES = ['%00', 'a%00b', '%F0%9F%91%94', '..%2F..%2Fetc', '%27%20or%201%3D1', '%25', '-1', '__proto__']

test.each(ODD_VALUES)('%s in a path is answered, and is no fault of the shop', async (value) => {
  const hasPlace = ({ operation }: Call) => operation.parameters?.some((parameter) => parameter.in === 'path')
  for (const call of calls.filter(hasPlace)) {
    const described = call.name.split(' ')[1] ?? ''
    const url = `/api${described.replaceAll(/\{\w+\}/g, value)}`
    const answer = await send(shop, { ...call, url }, cookies)
    expect({ call: call.name, status: answer.statusCode }).toEqual({
      call: call.name,
      status: orPassed(call, 400, 404),
    })
    if (answer.statusCode === 200) continue
    expect(answer.json()).toMatchObject({ message: expect.any(String), error: expect.any(String) })
  }
})

const ODD_TEXTS = {
  NUL: '%00',
  'a picture sign': '%F0%9F%91%94',
  'half an escape': '%',
  'two values': '1&1',
  nothing: '',
  'five thousand signs': 'x'.repeat(5000),
  'a quote': "'",
  'an object': '{}',
}

/** Calls that only read, with each of their own parameters and some that they do not have. */
const readsByParameter = () =>
  calls
    .filter(({ method, operation }) => method === 'GET' && !operation['x-changes'])
    .flatMap((call) => {
      const own = (call.operation.parameters ?? []).filter((each) => each.in === 'query').map((each) => each.name)
      return [...own, 'unknown', '__proto__', 'constructor'].map((name) => ({ call, name }))
    })

/** The queries that are answered as a fault of the shop. */
async function faultsOf(queries: readonly { call: Call; query: string }[]): Promise<string[]> {
  const faults: string[] = []
  for (const { call, query } of queries) {
    const { statusCode } = await send(shop, { ...call, url: `${call.url}?${query}` }, cookies)
    if (statusCode >= 500) faults.push(`${call.name} ?${query}: ${statusCode}`)
  }
  return faults
}

test.each(Object.entries(ODD_TEXTS))('%s in any query is no fault of the shop', async (_, value) => {
  const queries = readsByParameter().flatMap(({ call, name }) => [
    { call, query: `${name}=${value}` },
    { call, query: `${name}=${value}&${name}=1` },
  ])
  expect(queries.length).toBeGreaterThan(200)
  expect(await faultsOf(queries)).toEqual([])
})

test('a name with brackets in any query is no fault of the shop', async () => {
  expect(await faultsOf(readsByParameter().map(({ call, name }) => ({ call, query: `${name}[]=1` })))).toEqual([])
})

const UNSTORABLE = { NUL: String.raw`\u0000`, 'half of a surrogate pair': String.raw`\ud800` }

test.each(Object.entries(UNSTORABLE))(
  '%s in any text of a body is 400 or taken as a sign like others',
  async (_, sign) => {
    for (const call of jsonCalls().filter(({ payload }) => payload !== undefined)) {
      const body = call.payload!.toString().replaceAll(/":"([^"])/g, `":"$1${sign}`)
      if (body === call.payload!.toString()) continue
      const answer = await send(shop, withBody(call, 'application/json', body), cookies)
      expect({ call: call.name, status: answer.statusCode }).toEqual({
        call: call.name,
        status: orPassed(call, 400, 401, 404, ...(CONFLICTING.includes(call.name) ? [409] : [])),
      })
    }
  },
)

const ODD_COOKIES = {
  'without anything': '',
  'with an empty session': 'customer_session=',
  'with half an escape': 'customer_session=%',
  'without a value': 'a',
  'of separators': '; ;',
  'with two of one name': 'customer_session="x"; customer_session=y',
  'of eight thousand signs': `a=${'x'.repeat(8000)}`,
}

test.each(Object.entries(ODD_COOKIES))('a cookie header %s signs nobody in', async (_, cookie) => {
  const answer = await shop.app.inject({ url: '/api/users/me', headers: { cookie } })
  expect(answer.statusCode).toBe(401)
})

test('an unknown address under /api is a JSON 404, in any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const url of ['/api/nothing', '/api/', '/api/users/login/more']) {
      const answer = await shop.app.inject({ method, url, payload: 'x', headers: { 'content-type': 'text/plain' } })
      expect({ method, url, status: answer.statusCode }).toEqual({ method, url, status: 404 })
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    }
  }
})

test('OPTIONS without an origin is answered, and allows nothing', async () => {
  for (const url of ['/api/cart', '/api/nothing', '/healthz']) {
    const answer = await shop.app.inject({ method: 'OPTIONS', url })
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 204 })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
})

/** What a caller might send to be found in the log, or to spoil it. A line break never gets past Node's parser. */
const SENT_IDS = ['mine', '{"level":60,"msg":"forged"}', 'x'.repeat(8000), '\u001b[31m\t"\\n', 'é', '../../etc/passwd']

test('every answer has a request id of its own and the headers that keep a browser careful', async () => {
  const ids = new Set<string>()
  const seen: string[] = []
  const urls = ['/api/nothing', '/nothing', '/healthz', '/readyz']
  const requests = [
    ...calls.filter(({ operation }) => !operation['x-changes']),
    ...urls.map((url): Call => ({ ...calls[0]!, name: url, method: 'GET', url, headers: {} })),
    withBody(findCall('POST /contact'), 'application/json', '{'),
    withBody(findCall('POST /contact'), 'text/plain', 'x'),
  ]
  for (const call of requests) {
    const sent = { 'x-request-id': SENT_IDS[seen.length % SENT_IDS.length] ?? '' }
    const { headers } = await send(shop, call, cookies, sent)
    ids.add(String(headers['x-request-id']))
    seen.push(call.name)
    expect({ call: call.name, ...headers }).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  }
  expect(ids.size).toBe(seen.length)
})

/**
 * Public, but the answer is for those who have saved these products or have the link, or is another one in the next
 * minute.
 */
const UNCACHED = [
  'GET /wishlist/products',
  'GET /order-status/{token}',
  'GET /chosen/{token}',
  'GET /page-previews/{token}',
  'GET /delivery/{pin}',
]

test('only what is the same for everybody may be kept by a cache, and it sets no cookie', async () => {
  for (const call of calls.filter(({ operation }) => !operation['x-changes'])) {
    const { headers, statusCode } = await send(shop, call, cookies)
    const isPublic = call.operation['x-audience'] === 'public' && statusCode < 400 && !UNCACHED.includes(call.name)
    const { 'cache-control': cache, 'set-cookie': cookie } = headers
    expect({ call: call.name, cache, cookie }).toEqual({
      call: call.name,
      cache: expect.stringMatching(isPublic ? /^public/ : /^no-store$/),
      cookie: undefined,
    })
  }
})

test('a fault of the shop is answered with a request id and nothing else', async () => {
  const log: string[] = []
  const config = readConfig({ NODE_ENV: 'test' })
  const app = createServer(
    config,
    pino({ level: 'error' }, { write: (line) => log.push(line) }),
    () => 'http://shop.example',
  )
  await app.register(async (api) => {
    installGuards(api, {
      origins: () => ({ own: ['http://shop.example'], allowed: [] }),
      findSession: async () => undefined,
      findProgram: async () => undefined,
      countKeyCall: async () => undefined,
      demandsSecondFactor: () => false,
      countCall: async () => undefined,
    })
    const common = { audience: 'public', summary: 'Breaks' } as const
    const fail = () => {
      throw new TypeError('select password_hash from users where secret = 1')
    }
    const breakPromise = () => ({ name: 7 as unknown as string })
    route(api, 'GET /broken', { ...common, answer: z.object({}), handle: fail })
    route(api, 'GET /promise', { ...common, answer: z.object({ name: z.string() }), handle: breakPromise })
  })
  for (const url of ['/broken', '/promise']) {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      message: 'Something went wrong',
      error: 'Something went wrong',
      code: 'internal',
      requestId: answer.headers['x-request-id'],
    })
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ requestId: answer.headers['x-request-id'] })
  }
  expect(log[0]).toContain('select password_hash')
  await app.close()
})

test('a route that does not say who may call it stops the start', async () => {
  const app = createServer(readConfig({ NODE_ENV: 'test' }), pino({ level: 'silent' }), () => 'http://shop.example')
  const opening = app.register(async (api) => {
    installGuards(api, {
      origins: () => ({ own: [], allowed: [] }),
      findSession: async () => undefined,
      findProgram: async () => undefined,
      countKeyCall: async () => undefined,
      demandsSecondFactor: () => false,
      countCall: async () => undefined,
    })
    api.get('/forgotten', () => 'open to all')
  })
  await expect(opening).rejects.toThrow('GET /forgotten declares no audience')
})

test.each([
  ['page=0', 'At least 1.'],
  ['limit=101', 'At most 100.'],
  ['sort=oldest', 'One of these: name, price-asc, price-desc, newest, best-sold, discount, origin.'],
  ['colour=red&shade=dark', 'Unknown field: shade.'],
])('what is wrong with the query %s is said in a sentence for people', async (query, message) => {
  const answer = await shop.visitor().fetch(`/api/products/getallproductsindb?${query}`)
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 400, body: { message } })
})
