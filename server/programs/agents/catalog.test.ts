import { afterAll, beforeAll, expect, test } from 'vitest'

import { PROTOCOL_VERSIONS, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { ERROR_SCHEMA, schemaFaults } from '#test/ucp-schemas.ts'

const AGENT = { 'ucp-agent': 'profile="https://agent.example/profile.json"' }
const RED = {
  pricePaise: 199_900,
  discountedPricePaise: 149_900,
  sizes: { S: 0, M: 3, 'UK 42/R': 1 },
  colour: 'Maroon',
}

let shop: Awaited<ReturnType<typeof startShop>>
let shirt: Awaited<ReturnType<typeof addProduct>>
let belt: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  const shirts = await addCategory(shop.db, 'Shirts')
  shirt = await addProduct(shop.db, { ...RED, name: 'Maroon linen shirt', categoryId: shirts.id })
  belt = await addProduct(shop.db, { name: 'Woven belt', pricePaise: 79_900, stock: 2 })
})
afterAll(() => shop.close())

interface Found {
  products: { id: string; variants: { id: string; availability: object; inputs?: object[] }[] }[]
  pagination: { has_next_page: boolean; cursor?: string; total_count: number }
  messages?: { type: string; code: string; content: string }[]
}

async function post<Answer = Found>(path: string, body: unknown, headers: Record<string, string> = AGENT) {
  const answer = await fetch(`${shop.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer }
}

const endpoint = (version: ProtocolVersion) => (version === '2026-08-25' ? '/ucp' : `/ucp/${version}`)
const search = (body: object) => post('/ucp/catalog/search', body)

test('the profile names both versions, and each by its own profile says where it is spoken', async () => {
  const newest = await fetch(`${shop.origin}/.well-known/ucp`)
  expect(newest.headers.get('cache-control')).toMatch(/^public, max-age=(?:[6-9]\d|\d{3,})/)
  expect(newest.headers.get('etag')).toBeTruthy()
  const profile = (await newest.json()) as { ucp: { version: string; supported_versions: Record<string, string> } }
  expect(profile.ucp.version).toBe('2026-08-25')
  expect(schemaFaults('2026-08-25', 'profile.json#/$defs/business_schema', profile)).toEqual([])
  const older = await fetch(profile.ucp.supported_versions['2026-04-08']!.replace('localhost', '127.0.0.1'))
  const leaf = (await older.json()) as typeof profile
  expect(leaf.ucp.version).toBe('2026-04-08')
  expect(leaf.ucp).not.toHaveProperty('supported_versions')
  expect(schemaFaults('2026-04-08', 'ucp.json#/$defs/business_schema', leaf.ucp)).toEqual([])
  expect((await fetch(`${shop.origin}/.well-known/ucp/1999-01-01`)).status).toBe(404)
})

test.each(PROTOCOL_VERSIONS)(
  'what the catalogue answers in %s is as the schemas of the protocol say',
  async (version) => {
    const found = await post(`${endpoint(version)}/catalog/search`, { query: 'shirt' })
    expect(found).toMatchObject({ status: 200, body: { ucp: { version }, products: [{ id: shirt.id }] } })
    expect(schemaFaults(version, 'shopping/catalog_search.json#/$defs/search_response', found.body)).toEqual([])
    const looked = await post(`${endpoint(version)}/catalog/lookup`, { ids: [shirt.id, belt.id, 'none'] })
    expect(looked.body.products).toHaveLength(2)
    expect(schemaFaults(version, 'shopping/catalog_lookup.json#/$defs/lookup_response', looked.body)).toEqual([])
    const one = await post(`${endpoint(version)}/catalog/product`, { id: shirt.id })
    expect(schemaFaults(version, 'shopping/catalog_lookup.json#/$defs/get_product_response', one.body)).toEqual([])
    const none = await post(`${endpoint(version)}/catalog/product`, { id: 'none' })
    expect(none).toMatchObject({ status: 200, body: { ucp: { status: 'error' }, messages: [{ code: 'not_found' }] } })
    expect(schemaFaults(version, ERROR_SCHEMA[version], none.body)).toEqual([])
  },
)

test('a search tells of every size what it costs and whether it is in stock, and of the product what it is', async () => {
  const { body } = await search({ query: 'a maroon shirt in M under 2000' })
  expect(body.products).toMatchObject([
    {
      title: 'Maroon linen shirt',
      url: `http://localhost:${new URL(shop.origin).port}/product/${shirt.id}`,
      categories: [{ value: 'Shirts' }],
      price_range: { min: { amount: 149_900, currency: 'INR' } },
      list_price_range: { max: { amount: 199_900 } },
      options: [{ name: 'Size', values: [{ label: 'S' }, { label: 'M' }, { label: 'UK 42/R' }] }],
      variants: [
        { options: [{ name: 'Size', label: 'M' }], availability: { available: true } },
        { options: [{ label: 'UK 42/R' }], availability: { available: true } },
        { options: [{ label: 'S' }], availability: { available: false, status: 'out_of_stock' } },
      ],
      tags: ['Maroon'],
    },
  ])
})

test('a search is narrowed by categories and by prices in paise, and goes on by its cursor', async () => {
  const inShirts = await search({ filters: { categories: ['shirts'] } })
  expect(inShirts.body.products.map(({ id }) => id)).toEqual([shirt.id])
  expect((await search({ filters: { categories: ['Hats'] } })).body.products).toEqual([])
  expect((await search({ filters: { price: { max: 80_000 } } })).body.products.map(({ id }) => id)).toEqual([belt.id])
  const inDollars = await search({ filters: { price: { max: 1 } }, context: { currency: 'USD' } })
  expect(inDollars.body).toMatchObject({
    pagination: { total_count: 2 },
    messages: [{ code: 'currency_not_supported' }],
  })
  const first = await search({ filters: {}, pagination: { limit: 1 } })
  expect(first.body.pagination).toMatchObject({ has_next_page: true, cursor: expect.any(String) })
  const second = await search({ filters: {}, pagination: { cursor: first.body.pagination.cursor } })
  expect([...first.body.products, ...second.body.products].map(({ id }) => id).toSorted()).toEqual(
    [shirt.id, belt.id].toSorted(),
  )
  expect(second.body.pagination).toEqual({ has_next_page: false, total_count: 2 })
})

test('a lookup says which id meant which size, names each product once and what it does not know', async () => {
  const [medium, long] = [`${shirt.id}-M`, `${shirt.id}-UK%2042%2FR`]
  const ids = [long, shirt.id, medium, medium, belt.id, 'none', `${shirt.id}-XXL`]
  const { body } = await post('/ucp/catalog/lookup', { ids })
  const inputs = Object.fromEntries(
    body.products.flatMap(({ variants }) => variants.map((one) => [one.id, one.inputs])),
  )
  expect(inputs).toEqual({
    [medium]: [
      { id: shirt.id, match: 'featured' },
      { id: medium, match: 'exact' },
    ],
    [long]: [{ id: long, match: 'exact' }],
    [`${belt.id}-`]: [{ id: belt.id, match: 'featured' }],
  })
  expect(body.products).toHaveLength(2)
  expect(body.messages?.map(({ code, content }) => [code, content])).toEqual([
    ['not_found', 'none'],
    ['not_found', `${shirt.id}-XXL`],
  ])
})

test('a product is told with the size that was chosen, and with what there is of the others', async () => {
  const of = async (body: object) => (await post<{ product: object }>('/ucp/catalog/product', body)).body.product
  const values = [
    { label: 'S', available: false, exists: true },
    { label: 'M', available: true, exists: true },
    { label: 'UK 42/R', available: true, exists: true },
  ]
  expect(await of({ id: shirt.id })).toMatchObject({
    options: [{ name: 'Size', values }],
    selected: [{ name: 'Size', label: 'M' }],
    variants: [{ id: `${shirt.id}-M` }],
  })
  const small = { selected: [{ name: 'Size', label: 'S' }], variants: [{ id: `${shirt.id}-S` }] }
  expect(await of({ id: shirt.id, selected: [{ name: 'size', label: 's' }] })).toMatchObject(small)
  expect(await of({ id: `${shirt.id}-S`, selected: [{ name: 'Size', label: 'M' }] })).toMatchObject(small)
  expect(await of({ id: belt.id })).not.toHaveProperty('selected')
})

const FAULTS = [
  ['no query', {}, 400, 'invalid'],
  ['an empty query', { query: ' ' }, 400, 'invalid'],
  ['a query of another type', { query: { $ne: '' } }, 400, 'invalid'],
  ['a query that is too long', { query: 'x'.repeat(201) }, 400, 'invalid'],
  ['a price in rupees and paise', { filters: { price: { max: 19.99 } } }, 400, 'invalid'],
  ['a cursor of somebody else', { filters: {}, pagination: { cursor: 'bm90' } }, 400, 'invalid'],
  ['a limit of nothing', { filters: {}, pagination: { limit: 0 } }, 400, 'invalid'],
  ['a list instead', [], 400, 'invalid'],
  ['no JSON', '{"query":', 400, 'invalid'],
  [
    'thousands of names',
    { query: 'x', filters: Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`n${place}`, 1])) },
    400,
    'invalid',
  ],
  ['a body that is far too large', `{"query":"${'x'.repeat(300_000)}"}`, 413, 'invalid'],
] as const

test.each(FAULTS)('a search with %s is answered with a code and a sentence', async (_, body, status, code) => {
  const answer = await post('/ucp/catalog/search', body)
  expect(answer).toMatchObject({
    status,
    body: { code, content: expect.stringMatching(/\S/), continue_url: expect.any(String) },
  })
  expect(JSON.stringify(answer.body).length).toBeLessThan(1000)
})

test('a lookup of more ids than it takes is refused as too large', async () => {
  const ids = Array.from({ length: 51 }, (_, index) => `id${index}`)
  expect(await post('/ucp/catalog/lookup', { ids })).toMatchObject({ status: 400, body: { code: 'request_too_large' } })
  expect(await post('/ucp/catalog/lookup', { ids: [] })).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test('an agent says where its profile is, and may say which version it speaks', async () => {
  const ask = (header?: string) =>
    post<object>('/ucp/catalog/search', { query: 'shirt' }, header === undefined ? {} : { 'ucp-agent': header })
  for (const header of [
    undefined,
    '',
    'x',
    'profile=https://a.example',
    'profile="ftp://a.example"',
    'profile="none"',
  ]) {
    expect(await ask(header)).toMatchObject({ status: 400, body: { code: 'invalid_profile_url' } })
  }
  const profile = 'profile="https://agent.example/p"'
  expect(await ask(`${profile}, version="2026-04-08"`)).toMatchObject({ body: { ucp: { version: '2026-04-08' } } })
  const unknown = { status: 422, body: { code: 'version_unsupported', content: expect.stringContaining('2026-04-08') } }
  expect(await ask(`version="1999-01-01", ${profile}`)).toMatchObject(unknown)
  expect(await post<object>('/ucp/1999-01-01/catalog/search', { query: 'shirt' })).toMatchObject(unknown)
  expect(await post<object>('/ucp/nothing', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a program of another site gets no cookie and opens no session', async () => {
  const answer = await post('/ucp/catalog/search', { query: 'shirt' }, { ...AGENT, origin: 'https://agent.example' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('nothing of it is there while the owner has switched it off', async () => {
  await setSettings(shop, { speaksToAgents: false })
  const paths = ['/.well-known/ucp', '/.well-known/ucp/2026-04-08', '/ucp', '/ucp/carts/x', '/ucp/mcp']
  for (const path of paths) expect((await fetch(`${shop.origin}${path}`)).status).toBe(404)
  for (const path of ['/ucp/catalog/search', '/ucp/mcp', '/ucp/2026-04-08/mcp', '/ucp/carts']) {
    expect(await post(path, { query: 'shirt' })).toMatchObject({ status: 404 })
  }
  await setSettings(shop, { speaksToAgents: true })
  expect((await search({ query: 'shirt' })).status).toBe(200)
})
