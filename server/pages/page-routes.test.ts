import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'

import type { Shop } from '#server/start/shop.ts'
import type { Pages } from '#server/pages/built-pages.ts'

import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'
import { readConfig } from '#server/start/config.ts'
import { createServer } from '#server/http/server.ts'
import { ResponseCache } from '#server/cache/response-cache.ts'
import { followTags } from '#server/cache/tags.ts'
import { createMovedAddresses } from '#server/pages/moved-addresses.ts'
import { registerPages } from '#server/pages/page-routes.ts'

const ORIGIN = 'http://shop.example'
const CHECKOUT = 'https://checkout.example/v1/checkout.js'

const config = readConfig({ NODE_ENV: 'test' })
const app = createServer(config, pino({ level: 'silent' }), () => ORIGIN)

const RENDERED = { html: '<script nonce="n1">start()</script><li>Oxford</li>', nonce: 'n1' }

/** Pages that say what they were asked for. */
const pages: Pages = {
  render: async (request, { fetch }) => {
    const lack = /\/without-(\w+)/.exec(request.url)?.[1]
    if (lack) {
      await fetch('/api/cut-off', {})
      return new Response(lack, { status: lack === 'everything' ? 500 : 200 })
    }
    const form = request.method === 'POST' ? await request.formData() : new FormData()
    if (request.url.endsWith('/rendered')) return Object.assign(new Response(), { rendered: RENDERED })
    return Response.json({ url: request.url, form: [...form] })
  },
  mailHtml: async () => '',
  close: async () => {},
}

beforeAll(async () => {
  const payment = { isSandbox: false, checkoutUrl: CHECKOUT }
  const tags = await followTags({ listen: async () => async () => {} })
  const shop = {
    config,
    payment,
    courier: { name: 'by hand' },
    settings: { current: () => DEFAULT_SETTINGS },
    tags,
    responses: new ResponseCache(tags, 1024 * 1024),
    publicUrl: () => ORIGIN,
  }
  app.get('/api/cut-off', (_request, reply) => reply.code(503).send({}))
  registerPages(app, shop as unknown as Shop, pages, {
    origins: () => ({ own: [ORIGIN], allowed: [] }),
    moved: createMovedAddresses(tags, {
      tag: 'old-addresses',
      stamp: async () => '',
      list: async () => [],
      pathsToTry: (path) => [path],
    }),
    askedDelivery: () => undefined,
  })
})
afterAll(() => app.close())

test.each(['/order', '/order?x=1', '/order/pay/000000000000000000000001'])(
  '%s admits the provider’s script',
  async (url) => {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toContain('https://checkout.example')
  },
)

test.each(['/', '/cart', '/orders', '/order/x', '/x/order'])('%s does not', async (url) => {
  const { headers } = await app.inject(url)
  expect(headers['content-security-policy']).not.toContain('checkout.example')
})

test('the pages of the staff alone may use the camera, for scanning', async () => {
  const policyOf = async (url: string) => (await app.inject(url)).headers['permissions-policy']
  for (const url of ['/admin/packing', '/admin/packing?order=1']) {
    expect(await policyOf(url)).toContain('camera=(self)')
  }
  for (const url of ['/', '/order', '/admin-signin', '/x/admin/packing']) {
    expect(await policyOf(url)).toContain('camera=(),')
  }
})

test('no page lets itself be framed but the preview of a draft, and that by the shop alone', async () => {
  const { headers } = await app.inject('/getproducts')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const preview = (await app.inject('/pages/preview/Secret?draft=1')).headers
  expect(preview['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(preview).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
})

test('a page is asked for under the shop’s own name, whatever the Host header says', async () => {
  const answer = await app.inject({ url: '/getproducts?page=2', headers: { host: 'elsewhere.example' } })
  expect(answer.json()).toMatchObject({ url: `${ORIGIN}/getproducts?page=2` })
})

test.each([
  ['/about/', '/about'],
  ['//About', '/about'],
  ['/GetProducts?x=random', '/getproducts'],
  ['/%67etproducts?', '/getproducts'],
  ['/getproducts?page=2&search=linen&search=wool', '/getproducts?search=linen&page=2'],
  ['/?utm_source=mail&gclid=1', '/'],
  ['/product/p1?fbclid=1', '/product/p1'],
  ['/Cart/', '/cart'],
  ['/Order-Status/Secret/?a=1', '/order-status/Secret?a=1'],
])('the address %s is sent on to %s before any work', async (url, location) => {
  const { statusCode, headers, body } = await app.inject(url)
  expect([statusCode, headers.location, body]).toEqual([301, location, ''])
})

test.each(['/cart?not-added', '/user-profile/addresses?edit=A1', '/admin/neworders?utm_source=x'])(
  '%s is not, because it has no other spelling',
  async (url) => expect((await app.inject(url)).statusCode).toBe(200),
)

test('a form is taken under any spelling of its address', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/Contact/?x=1', headers, payload: 'email=a' })
  expect(answer.json()).toMatchObject({ form: [['email', 'a']] })
})

test.each([
  ['/Reset-Password/TOKEN', { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }],
  ['//reset-password/TOKEN', { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }],
  ['/%72eset-password/TOKEN', { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }],
  ['/Order', { 'content-security-policy': expect.stringContaining('https://checkout.example') }],
  ['//order/?x=1', { 'content-security-policy': expect.stringContaining('https://checkout.example') }],
])('a form that is posted to %s is answered with the headers of the page', async (url, expected) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url, headers, payload: 'password=a' })
  expect(answer.headers).toMatchObject(expected)
})

test('a page takes a form', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const answer = await app.inject({ method: 'POST', url: '/signin', headers, payload: 'email=a' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ form: [['email', 'a']] })
})

test.each([
  ['application/json', '{}'],
  ['multipart/form-data; boundary=x', 'x'],
  ['text/plain', 'email=a'],
  ['', 'email=a'],
  ['', ''],
])('and nothing else: to a body of type %j it is 405, before the body is read', async (type, payload) => {
  const headers = type ? { 'content-type': type } : undefined
  const answer = await app.inject({
    method: 'POST',
    url: '/signin',
    ...(headers && { headers }),
    ...(payload && { payload }),
  })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
  expect(answer.json()).toMatchObject({ code: 'invalid', message: 'This is a page: it takes nothing but forms.' })
})

test.each(['/sandbox/razorpay/pay', '/sandbox', '/api'])('%s is no page: 404, whatever is sent there', async (url) => {
  const bodies = ['{}', 'a=b', '{']
  const types = ['application/json', 'application/x-www-form-urlencoded', 'application/json']
  for (const [index, payload] of bodies.entries()) {
    const headers = { 'content-type': types[index] }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect({ payload, status: answer.statusCode }).toEqual({ payload, status: 404 })
  }
  expect((await app.inject(url)).statusCode).toBe(404)
})

test('a body for a page that takes none is not waited for', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'POST /about HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1.1 405 /)
})

test('a rendered page is sent sealed: its scripts are allowed, and the nonce of the rendering stays inside', async () => {
  const { body, headers } = await app.inject('/rendered')
  expect(body).toBe('<script>start()</script><li>Oxford</li>')
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
})

test('a page that is the same for everyone may be kept by a CDN, a personal one by nobody', async () => {
  const [shared, personal] = [await app.inject('/product/p1'), await app.inject('/cart')]
  expect(shared.headers).toMatchObject({
    'cache-control': expect.stringMatching(/^public, max-age=0, s-maxage=\d+/),
    'cache-tag': 'shop,product-p1',
  })
  expect(shared.headers['set-cookie']).toBeUndefined()
  expect(personal.headers['cache-control']).toBe('no-store')
  expect(personal.headers['cdn-cache-control']).toBeUndefined()
})

test.each([
  'order-status',
  'chosen',
  'confirm-email',
  'confirm-new-email',
  'confirm-order',
  'reset-password',
  'join-staff',
  'keep-account',
])('the address of a page behind a link (%s) goes nowhere else, and is not found by searching', async (page) => {
  const { headers } = await app.inject(`/${page}/token`)
  expect(headers).toMatchObject({
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
})

test('a page that cannot be made for want of the database is 503, and says when to come back', async () => {
  const { statusCode, headers } = await app.inject('/product/without-everything')
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': expect.stringMatching(/^\d+$/) })
})

test('a public page of which a part failed is shown and not kept', async () => {
  const { statusCode, headers } = await app.inject('/product/without-recommendations')
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
})

test('when there is no room, visitors are told so by a small page that tries again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let place = 0; place < 8; place += 1) void app.limiters.processor.run(() => promise)
  const [read, sent] = await Promise.all([
    app.inject('/getproducts?search=crowd'),
    app.inject({
      method: 'POST',
      url: '/signin',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=b',
    }),
  ])
  resolve()
  for (const answer of [read, sent]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': expect.stringMatching(/^\d+$/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  }
  expect(read.body).toContain('http-equiv="refresh"')
  expect(sent.body).not.toContain('http-equiv="refresh"')
})

test('a page answers neither a very long address nor a form of very many fields', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = [
    await app.inject(`/categories/${'%3C'.repeat(200)}`),
    await app.inject(`/contact?subject=${'x'.repeat(5000)}`),
    await app.inject({ method: 'POST', url: '/contact', headers, payload: 'a=1&'.repeat(300) }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 400, 400])
  for (const { payload } of answers) expect(payload.length).toBeLessThan(200)
  expect((await app.inject(`/somewhere?x=${'x'.repeat(1000)}`)).statusCode).toBe(200)
})

test('the sign-in takes a very long address by the part that can mean something', async () => {
  const { statusCode, headers } = await app.inject(`/signin?product=${'f'.repeat(9000)}&order=${'a'.repeat(24)}`)
  expect([statusCode, headers.location]).toEqual([301, `/signin?product=${'f'.repeat(64)}&order=${'a'.repeat(24)}`])
})
