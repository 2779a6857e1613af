import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { JsonSchema } from '#server/http/openapi/openapi-schemas.ts'

import { MAX_BODY_ENTRIES, MAX_ERROR_FIELDS, MAX_QUERY_NAMES } from '#server/http/request-limits.ts'
import { signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call } from '#test/sample-calls.ts'
import { startShop } from '#test/start-shop.ts'

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

/** What says in full why a call is refused fits in here, however much was sent. */
const SHORT_BYTES = 1000

const jsonSchemaOf = ({ operation }: Call) => operation.requestBody?.content['application/json']?.schema
const jsonCalls = () => calls.filter((call) => jsonSchemaOf(call) && call.operation['x-audience'] !== 'provider')

const sendJson = (call: Call, body: string) =>
  send(shop, { ...call, headers: { 'content-type': 'application/json' }, payload: Buffer.from(body) }, cookies)

const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`)
const objectOf = (keys: readonly string[]) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])))
const list = JSON.stringify(names(4000))

const HUGE = {
  'fifteen thousand names': objectOf(names(15_000)),
  'a list of twenty thousand texts': JSON.stringify(names(20_000)),
  'a list in an object': `{"ids":${list},"orders":${list},"saved":${list},"values":${objectOf(names(5000))}}`,
  'objects in a list': JSON.stringify({ orders: names(9000).map(() => ({ a: 1 })) }),
  'twenty thousand empty lists': JSON.stringify({ ids: names(20_000).map(() => []) }),
}

test.each(Object.entries(HUGE))('%s in a body are refused by every call in one short sentence', async (_, body) => {
  expect(jsonCalls().length).toBeGreaterThanOrEqual(40)
  for (const call of jsonCalls()) {
    const answer = await sendJson(call, body)
    const seen = { call: call.name, status: answer.statusCode, isShort: answer.payload.length < SHORT_BYTES }
    expect(seen).toEqual({ call: call.name, status: 400, isShort: true })
    expect(answer.json()).toMatchObject({ code: 'invalid', message: 'That is more than this call takes at once.' })
  }
})

test('what is in a text does not count', async () => {
  const contact = calls.find(({ name }) => name === 'POST /contact')!
  const body = JSON.parse(contact.payload!.toString()) as object
  const message = String.raw`"\",[{`.repeat(100)
  const answer = await sendJson(contact, JSON.stringify({ ...body, message }))
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status: 201 })
})

test('an error names at most twenty fields, each by a short name', async () => {
  const long = names(150).map((name) => name + '\u0001'.repeat(150))
  // By the specification this one call passes over what it does not know.
  for (const call of jsonCalls().filter(({ name }) => name !== 'POST /payment/create/orderId')) {
    const answer = await sendJson(call, objectOf(long))
    expect({ call: call.name, status: answer.statusCode }).toEqual({ call: call.name, status: 400 })
    const { fields = {} } = answer.json<{ fields?: Record<string, string> }>()
    expect(Object.keys(fields).length).toBeLessThanOrEqual(MAX_ERROR_FIELDS)
    expect(answer.payload.length).toBeLessThan(20_000)
  }
})

test('a query of very many names is refused by every address in one short sentence', async () => {
  const query = names(1500).join('=1&')
  const others = ['/', '/GetProducts', '/product/none', '/metrics', '/feeds/google.xml', '/api/nothing', '/robots.txt']
  const pages = others.map((url): Call => ({ ...calls[0]!, name: url, method: 'GET', url, headers: {} }))
  for (const call of [...calls.filter(({ method }) => method === 'GET'), ...pages]) {
    const answer = await send(shop, { ...call, url: `${call.url.split('?', 1)[0]}?${query}` }, cookies)
    const seen = { call: call.name, status: answer.statusCode, isShort: answer.payload.length < SHORT_BYTES }
    expect(seen).toEqual({ call: call.name, status: 400, isShort: true })
  }
})

test('a query of as many names as is allowed is answered with at most twenty of them', async () => {
  const query = names(MAX_QUERY_NAMES)
    .map((name) => `${name}${'%01'.repeat(80)}=1`)
    .join('&')
  for (const call of calls.filter(({ method, operation }) => method === 'GET' && !operation['x-changes'])) {
    const without = await send(shop, call, cookies)
    const answer = await send(shop, { ...call, url: `${call.url.split('?', 1)[0]}?${query}` }, cookies)
    expect({ call: call.name, isFault: answer.statusCode >= 500 }).toEqual({ call: call.name, isFault: false })
    const grown = answer.payload.length - (answer.statusCode === 200 ? without.payload.length : 0)
    expect({ call: call.name, isShort: grown < 20_000 }).toEqual({ call: call.name, isShort: true })
  }
})

test('a form of very many fields is refused in one short sentence', async () => {
  const form = new FormData()
  for (const name of names(5000)) form.append(name, '1')
  const made = new Response(form)
  const payload = Buffer.from(await made.arrayBuffer())
  const type = made.headers.get('content-type') ?? ''
  const takesForms = ({ operation }: Call) => operation.requestBody?.content['multipart/form-data'] !== undefined
  expect(calls.filter(takesForms).length).toBeGreaterThanOrEqual(4)
  for (const call of calls.filter(takesForms)) {
    const answer = await send(shop, { ...call, headers: { 'content-type': type }, payload }, cookies)
    const seen = { call: call.name, isShort: answer.payload.length < SHORT_BYTES }
    expect(seen).toEqual({ call: call.name, isShort: true })
    expect(answer.statusCode).toBeOneOf([400, 413])
  }
})

/**
 * The most names and list items that a value of this schema holds. Records and lists without a limit count as empty.
 */
function mostEntries(schema: JsonSchema | undefined): number {
  if (typeof schema !== 'object') return 0
  const {
    type,
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    maxItems = 0,
  } = schema as JsonSchema & {
    oneOf?: JsonSchema[]
    maxItems?: number
  }
  const fields = Object.values(properties)
  const own = type === 'object' || type === 'array' ? Math.max(1, fields.length + maxItems) : 0
  const inside = fields.reduce((sum, field) => sum + mostEntries(field), 0) + maxItems * mostEntries(items)
  return Math.max(own + inside, ...[...anyOf, ...oneOf].map(mostEntries))
}

test('each call takes the largest body that its schema describes', () => {
  for (const call of jsonCalls()) {
    const { 'x-max-entries': max = MAX_BODY_ENTRIES } = call.operation
    const most = mostEntries(jsonSchemaOf(call))
    expect({ call: call.name, most, fits: most <= max }).toEqual({ call: call.name, most, fits: true })
  }
})
