import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listTools } from '#server/programs/agents/tools.ts'
import { OPERATIONS } from '#server/programs/agents/operations.ts'
import { createAgent } from '#test/agent.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'
import { MCP_BINDING, REST_BINDING, schemaFaults } from '#test/ucp-schemas.ts'

const META = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } }

let shop: Awaited<ReturnType<typeof startShop>>
let agent: ReturnType<typeof createAgent>
let medium: string
let soldOut: string
beforeAll(async () => {
  shop = await startShop()
  agent = createAgent(shop)
  const shirt = await addProduct(shop.db, { name: 'Bound shirt', sizes: { M: 9, L: 0 } })
  medium = `${shirt.id}-M`
  soldOut = `${shirt.id}-L`
})
afterAll(() => shop.close())

const lines = (id: string) => ({ line_items: [{ item: { id }, quantity: 1 }] })

async function callTool(name: string, args: object) {
  const answer = await fetch(`${shop.origin}/ucp/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  return (await answer.json()) as { result?: { structuredContent: { id: string } }; error?: object }
}

/** The place of an operation in the description of REST, and the only status that it knows. */
function restOf(name: string) {
  const [method = '', path = ''] = OPERATIONS.find((each) => each.name === name)!
    .rest.toLowerCase()
    .split(' ')
  const described = path.replace(':id', '{id}')
  const [status = ''] = Object.keys(REST_BINDING.description.paths[described]?.[method]?.responses ?? {})
  const pointer = ['paths', described, method, 'responses', status, 'content', 'application/json', 'schema']
  const fragment = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  return {
    method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
    path,
    status,
    schema: `${REST_BINDING.address}#/${fragment}`,
  }
}

function toolOf(name: string) {
  const at = MCP_BINDING.description.methods.findIndex((method) => method.name === name)
  const params = MCP_BINDING.description.methods[at]?.params ?? []
  const schema = `${MCP_BINDING.address}#/methods/${at}`
  return {
    params,
    result: `${schema}/result/schema`,
    param: (param: string) => `${schema}/params/${params.findIndex((each) => each.name === param)}/schema`,
  }
}

test('every operation is one of both bindings, and every one of theirs is answered', () => {
  const ours = OPERATIONS.map(({ name }) => name).toSorted()
  expect(MCP_BINDING.description.methods.map(({ name }) => name).toSorted()).toEqual(ours)
  const described = Object.entries(REST_BINDING.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (method === 'parameters' ? [] : [`${method} ${path}`])),
  )
  expect(described.toSorted()).toEqual(
    ours.map((name) => `${restOf(name).method.toLowerCase()} ${restOf(name).path.replace(':id', '{id}')}`).toSorted(),
  )
  for (const { name, status = 200 } of OPERATIONS) expect([name, restOf(name).status]).toEqual([name, String(status)])
})

const REFUSED = [
  ['get_cart', undefined, 'not_found'],
  ['update_cart', 'medium', 'not_found'],
  ['cancel_cart', undefined, 'not_found'],
  ['get_checkout', undefined, 'not_found'],
  ['update_checkout', 'medium', 'not_found'],
  ['complete_checkout', undefined, 'not_found'],
  ['cancel_checkout', undefined, 'not_found'],
  ['get_order', undefined, 'not_found'],
  ['get_product', 'product', 'not_found'],
  ['create_checkout', 'sold out', 'out_of_stock'],
] as const

const inputOf = (kind: 'medium' | 'sold out' | 'product' | undefined) =>
  ({ medium: lines(medium), 'sold out': lines(soldOut), product: { id: 'none' } })[kind ?? 'medium']

test('an empty answer is none of any operation', () => {
  for (const { name } of OPERATIONS) {
    for (const schema of [restOf(name).schema, toolOf(name).result]) {
      expect({ schema, faults: schemaFaults('2026-08-25', schema, {}) }).not.toEqual({ schema, faults: [] })
    }
  }
})

test.each(REFUSED)('%s that cannot be carried out answers what both bindings describe', async (name, kind, code) => {
  const { method, path, schema } = restOf(name)
  const input = kind && inputOf(kind)
  const { status, body } = await agent.call(method, path.replace(':id', 'unknown'), input)
  expect({ status, body }).toMatchObject({ status: 200, body: { ucp: { status: 'error' }, messages: [{ code }] } })
  expect(schemaFaults('2026-08-25', schema, body)).toEqual([])
  const { argument = 'none', hasId } = OPERATIONS.find((each) => each.name === name)!
  const { result } = await callTool(name, { meta: META, ...(hasId && { id: 'unknown' }), [argument]: input })
  expect(result?.structuredContent).toMatchObject({ messages: [{ code }] })
  expect(schemaFaults('2026-08-25', toolOf(name).result, result?.structuredContent)).toEqual([])
})

test('a cart with a line that is sold out is still a cart as both bindings describe it', async () => {
  const { body } = await agent.call('POST', '/carts', {
    line_items: [lines(medium), lines(soldOut)].flatMap((some) => some.line_items),
  })
  expect(body.messages).toMatchObject([{ code: 'out_of_stock' }])
  expect(schemaFaults('2026-08-25', restOf('create_cart').schema, body)).toEqual([])
  const { result } = await callTool('get_cart', { meta: META, id: body.id })
  expect(schemaFaults('2026-08-25', toolOf('get_cart').result, result?.structuredContent)).toEqual([])
})

const FAILED = [
  ['an address of no version', '/ucp/1999-01-01/carts', { headers: {} }, 422],
  [
    'another version',
    '/ucp/carts',
    { headers: { 'ucp-agent': 'profile="https://a.example/p", version="1999-01-01"' } },
    422,
  ],
  ['no profile', '/ucp/carts', { headers: {} }, 400],
  ['input of another kind', '/ucp/carts', { headers: {}, body: '{"line_items":"many"}' }, 400],
  ['no JSON', '/ucp/carts', { headers: {}, body: '{' }, 400],
  ['an address that is not there', '/ucp/baskets', { headers: {} }, 404],
] as const

test.each(FAILED)(
  '%s is refused with a code, a sentence and an address of the protocol’s kinds',
  async (name, path, sent, status) => {
    const profile = name === 'no profile' ? {} : { 'ucp-agent': 'profile="https://a.example/p"' }
    const answer = await fetch(shop.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...profile, ...sent.headers },
      body: 'body' in sent ? sent.body : JSON.stringify(lines(medium)),
    })
    const { continue_url, ...said } = (await answer.json()) as Record<string, unknown>
    expect({ status: answer.status, keys: Object.keys(said).toSorted() }).toEqual({ status, keys: ['code', 'content'] })
    const message = { type: 'error', severity: 'recoverable', ...said }
    expect(schemaFaults('2026-08-25', 'common/types/message_error.json', message)).toEqual([])
    const told = 'common/types/error_response.json#/properties/continue_url'
    expect(schemaFaults('2026-08-25', told, continue_url)).toEqual([])
  },
)

const CONTEXT = {
  address_country: 'IN',
  address_region: 'KA',
  postal_code: '560001',
  location: 'home',
  intent: 'a gift',
  language: 'en-IN',
  currency: 'INR',
  eligibility: ['com.example.gold'],
}
const FILTERS = { categories: ['Shirts'], price: { min: 0, max: 900_000 }, 'com.example.other': ['x'] }
const SEARCH = {
  query: 'shirt',
  context: CONTEXT,
  signals: { 'dev.ucp.buyer_ip': '203.0.113.5' },
  attribution: { source: 'newsletter' },
  filters: FILTERS,
  pagination: { limit: 5 },
}

/** What an agent that keeps to the protocol sends of each argument, as little and as much as it may. */
async function samplesOf(name: string): Promise<{ id?: string; sample?: object }[]> {
  const { query, pagination: _, ...shared } = SEARCH
  const id = medium
  if (name === 'search_catalog') return [{ sample: { query } }, { sample: { filters: FILTERS } }, { sample: SEARCH }]
  if (name === 'lookup_catalog') return [{ sample: { ids: [id] } }, { sample: { ids: [id, 'none'], ...shared } }]
  const selected = [{ name: 'Size', label: 'M' }]
  if (name === 'get_product') {
    return [{ sample: { id } }, { sample: { id, selected, preferences: ['Size'], ...shared } }]
  }
  if (name === 'get_order') return [{ id: 'order_none' }]
  const kind = name.endsWith('cart') ? 'carts' : 'checkout-sessions'
  const { body } = await agent.call('POST', `/${kind}`, { ...lines(medium), discounts: { codes: ['NONE'] } })
  return [{ id: body.id, sample: { ...body, context: CONTEXT, buyer: { first_name: 'Asha' } } }]
}

test.each(OPERATIONS)(
  'the tool $name takes everything that the protocol lets an agent send',
  async ({ name, hasId }) => {
    const { inputSchema } = listTools().find((tool) => 'name' in tool && tool.name === name) as {
      inputSchema: { required: string[]; properties: object }
    }
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const accepts = ajv.compile(inputSchema)
    const { params, param } = toolOf(name)
    const demanded = params.filter(({ required }) => required).map((each) => each.name)
    expect(demanded).toEqual(expect.arrayContaining(inputSchema.required))
    expect(Object.keys(inputSchema.properties).toSorted()).toEqual(demanded.toSorted())
    const argument = demanded.find((each) => each !== 'meta' && each !== 'id')
    for (const { id, sample } of await samplesOf(name)) {
      const meta = { ...META, 'idempotency-key': crypto.randomUUID() }
      const sent = { meta, ...(hasId && { id }), ...(argument !== undefined && { [argument]: sample }) }
      expect(Object.keys(sent).toSorted()).toEqual(demanded.toSorted())
      const faults = Object.entries(sent).flatMap(([given, value]) => schemaFaults('2026-08-25', param(given), value))
      expect(faults).toEqual([])
      expect(accepts(sent) || accepts.errors).toBe(true)
      expect(await callTool(name, sent)).toMatchObject({
        result: { structuredContent: { ucp: { version: '2026-08-25' } } },
      })
    }
  },
)
