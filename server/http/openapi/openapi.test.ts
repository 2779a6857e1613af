import { Validator } from '@seriousme/openapi-schema-validator'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ApiDocument, Operation } from '#server/http/openapi/openapi-document.ts'

import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let api: ApiDocument
beforeAll(async () => {
  shop = await startShop()
  api = await (await shop.visitor().fetch('/api/openapi.json')).json()
})
afterAll(() => shop.close())

/** Section 7 of the specification. */
const CALLS = [
  'GET /users/me',
  'POST /users/login',
  'GET /users/logout',
  'POST /users/register',
  'POST /admin/login',
  'GET /admin/logout',
  'GET /admin/me',
  'GET /admin/dashboard',
  'GET /admin/products',
  'GET /admin/getallorders',
  'PATCH /admin/orders/{orderId}/status',
  'GET /admin/getallcontacts',
  'PATCH /admin/contact/{id}/toggle-read',
  'DELETE /admin/contact/{id}',
  'GET /categories/getcateg',
  'POST /categories/create',
  'POST /categories/delete/categ',
  'GET /products/getallproductsindb',
  'GET /products/category/{slug}',
  'GET /products/product/{id}',
  'DELETE /products/product/{id}',
  'POST /products/createproducts',
  'PATCH /products/add-stock/{id}',
  'PATCH /products/reduce-stock/{id}',
  'PATCH /products/set-stock/{id}',
  'PATCH /products/update-price/{id}',
  'GET /products/image/{id}/{index}',
  'POST /contact',
  'GET /cart/add/{productId}',
  'GET /cart',
  'PATCH /cart/update/{itemId}',
  'GET /cart/remove/{itemId}',
  'POST /payment/create/orderId',
  'POST /payment/api/payment/verify',
  'POST /payment/webhook',
  'GET /order/{userid}/{orderid}/{paymentid}/{signature}',
  'POST /order/address/{orderId}',
  'POST /order/getuserorders/{userId}',
]

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, path, call })),
  )

/**
 * Every call that Fastify serves under /api, read off its own listing, which does not say by what name a call calls a
 * parameter.
 */
function servedCalls(): string[] {
  const trail: string[] = []
  const calls: string[] = []
  for (const line of shop.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods] = /^([│ ]*)(?:├|└)── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (segment === '') continue
    trail.splice(indent.length / 4, Infinity, segment)
    const path = trail.join('')
    if (!methods || !path.startsWith('/api/') || path === '/api/*') continue
    const named = path.slice('/api'.length).replaceAll(/:\w+(?:\|:\w+)*/g, '{}')
    for (const method of methods.split(', ')) if (method !== 'HEAD') calls.push(`${method} ${named}`)
  }
  return calls
}

test('the description is a well-formed OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(structuredClone(api))
  expect(result).toMatchObject({ valid: true })
  expect(api.openapi).toBe('3.1.0')
})

test('every pointer leads to something', () => {
  const pointers = JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)
  const missing = [...pointers].filter(([, pointer = '']) => {
    let place: unknown = api
    for (const key of pointer.split('/')) place = (place as Record<string, unknown> | undefined)?.[key]
    return place === undefined
  })
  expect(missing).toEqual([])
})

test('every call of the specification is described', () => {
  const described = new Set(operations().map(({ name }) => shapeOf(name)))
  expect(CALLS.filter((call) => !described.has(shapeOf(call)))).toEqual([])
})

test('every route that is served is described, and nothing else is', () => {
  const sorted = (calls: string[]) => calls.toSorted((a, b) => a.localeCompare(b))
  expect(sorted(servedCalls())).toEqual(sorted(operations().map(({ name }) => shapeOf(name))))
})

const EXPECTED_ERRORS: Record<Operation['x-audience'], string[]> = {
  public: ['500', '503'],
  provider: ['500', '503'],
  customer: ['401', '500', '503'],
  admin: ['401', '403', '500', '503'],
}

function lacksOf({ path, call }: { path: string; call: Operation }): string[] {
  const statuses = Object.keys(call.responses)
  const answer = call.responses[statuses.find((status) => status.startsWith('2')) ?? '']
  const [content] = answer && 'content' in answer ? Object.values(answer.content) : []
  const inPath = (call.parameters ?? []).filter((each) => each.in === 'path').map((each) => `{${each.name}}`)
  return [
    ...(Object.hasOwn(EXPECTED_ERRORS, call['x-audience']) ? [] : ['audience']),
    ...(call.summary === '' ? ['summary'] : []),
    ...(Object.keys(content?.schema ?? {}).length > 0 ? [] : ['answer']),
    ...EXPECTED_ERRORS[call['x-audience']].filter((status) => !statuses.includes(status)),
    ...(path.match(/\{\w+\}/g) ?? []).filter((parameter) => !inPath.includes(parameter)),
  ]
}

test('every call says who may call it, what it answers and which errors to expect', () => {
  expect(operations().length).toBeGreaterThanOrEqual(CALLS.length)
  for (const operation of operations()) {
    expect({ name: operation.name, lacks: lacksOf(operation) }).toEqual({ name: operation.name, lacks: [] })
  }
  const ids = operations().map(({ call }) => call.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('signing in is by cookie, under the name that the shop sets', async () => {
  const { customerSession, adminSession } = api.components.securitySchemes
  expect(customerSession).toEqual({ type: 'apiKey', in: 'cookie', name: 'customer_session' })
  expect(adminSession).toEqual({ type: 'apiKey', in: 'cookie', name: 'admin_session' })
  expect([...(await shop.customer()).cookies.keys()]).toEqual(['customer_session', 'customer_hint'])
})

test('a real answer has the shape that is described', async () => {
  const { user } = await shop.customer()
  const schema = api.components.schemas.User!
  expect(Object.keys(user).toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted())
  expect(schema.required?.toSorted()).toEqual(Object.keys(user).toSorted())
})

test('creating a product is described as a form with files', () => {
  const { requestBody } = api.paths['/products/createproducts']!.post!
  const form = requestBody?.content['multipart/form-data']?.schema
  expect(Object.keys(form?.properties ?? {})).toEqual(
    expect.arrayContaining(['name', 'price', 'discountedPrice', 'category', 'description', 'stock', 'sizes', 'images']),
  )
  expect(Object.keys(form?.properties ?? {})).toEqual(
    expect.arrayContaining(['colour', 'fabric', 'fit', 'care', 'hsn', 'origin', 'alts']),
  )
})

test('an address is taken bare or wrapped', () => {
  const { requestBody } = api.paths['/order/address/{orderId}']!.post!
  const [wrapped, bare] = requestBody?.content['application/json']?.schema.anyOf ?? []
  expect(Object.keys(wrapped?.properties ?? {})).toEqual(['address', 'buyerGstin', 'buyerFirm'])
  const six = ['fullName', 'phone', 'street', 'city', 'state', 'pincode']
  expect(Object.keys(wrapped?.properties?.address?.properties ?? {})).toEqual(six)
  expect(Object.keys(bare?.properties ?? {})).toEqual([...six, 'buyerGstin', 'buyerFirm'])
})

test('the page for people shows every call, without any script, and may load nothing', async () => {
  const answer = await shop.visitor().fetch('/api/docs')
  const html = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const { path, call } of operations()) {
    expect(html).toContain(`/api${path}`)
    expect(html).toContain(`id="${call.operationId}"`)
  }
  expect(html).not.toMatch(/<script|<link|<img|\son\w+=|javascript:|https?:\/\//i)
  const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(anchors.filter((id) => !html.includes(`id="${id}"`))).toEqual([])
})

test('the page takes the shop’s name as text', async () => {
  const named = await startShop({ shopName: '<i>R&D</i>' })
  try {
    const html = await (await named.visitor().fetch('/api/docs')).text()
    expect(html).toContain('<title>&lt;i&gt;R&amp;D&lt;/i&gt; API</title>')
    expect(html).not.toContain('<i>R&D')
  } finally {
    await named.close()
  }
})

test('both are answered anew only when they have changed', async () => {
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const first = await shop.visitor().fetch(path)
    const etag = first.headers.get('etag') ?? ''
    const again = await shop.visitor().fetch(path, { headers: { 'if-none-match': etag } })
    expect([first.status, again.status]).toEqual([200, 304])
  }
})
