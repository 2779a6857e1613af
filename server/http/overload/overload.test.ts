import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import type { Limiter } from '#server/http/overload/concurrency-limiter.ts'

import { createLimiters } from '#server/http/overload/concurrency-limits.ts'
import { createPdfDrawer } from '#server/documents/service.ts'
import { addProduct } from '#test/factories.ts'
import { fillCart, pay, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

/** Takes so many places of a limiter and of its queue; returns what frees the places again. */
function fillPlaces(limiter: Limiter, places: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let place = 0; place < places; place += 1) void limiter.run(() => promise).catch(() => undefined)
  return resolve
}

/** Takes every place of these limiters; returns what frees the places again. */
function fill(...limiters: Limiter[]): () => void {
  const freeing = limiters.map((limiter) => fillPlaces(limiter, 100))
  return () => {
    for (const free of freeing) free()
  }
}

test('a busy shop rejects calls with Retry-After, and still sells, reports its health and sends what is cached', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const cachedList = '/api/products/getallproductsindb'
  const get = (path: string, headers = {}) => buyer.fetch(path, { headers })
  await (await get(cachedList)).text()

  const freePlaces = fill(shop.app.limiters.calls, shop.app.limiters.carts, shop.app.limiters.processor)
  const began = performance.now()
  const waiting = get('/api/cart')
  for (const path of ['/healthz', '/readyz', cachedList]) expect((await get(path)).status).toBe(200)
  expect((await get(cachedList, { 'if-none-match': '"other"' })).status).toBe(200)
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ orderId: id })

  const rejected = await waiting
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(rejected.status).toBe(503)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  const body = (await rejected.json()) as object
  expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('busy') })
  // The log has no line with its id.
  expect(body).not.toHaveProperty('requestId')
  freePlaces()
  await expect.poll(async () => (await get('/api/cart')).status).toBe(200)
})

test('a call that is shared with a caller who has gone is answered all the same', async () => {
  const { id } = await addProduct(shop.db)
  const path = `/api/products/product/${id}`
  const asked = vi.spyOn(shop.shop.responses, 'get')
  const freePlaces = fill(shop.app.limiters.processor)
  const accepted = once(shop.app.server, 'connection') as Promise<[Socket]>
  const leaving = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  leaving.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
  const [socket] = await accepted
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  const staying = fetch(shop.origin + path)
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  leaving.destroy()
  await expect.poll(() => socket.destroyed).toBe(true)
  freePlaces()
  expect(await (await staying).json()).toMatchObject({ _id: id })
  asked.mockRestore()
})

test('one network’s flood of searches gets its share of the queue, and nobody else notices', async () => {
  const busy = await startShop({ trustedProxies: ['127.0.0.1'] })
  const { processor } = busy.app.limiters
  const product = await addProduct(busy.db, { stock: 5 })
  const from = (address: string, path: string) => fetch(busy.origin + path, { headers: { 'x-forwarded-for': address } })
  const list = '/api/products/getallproductsindb'
  await (await from('203.0.113.1', list)).text()
  const buyer = await signedIn(busy)
  // Nothing in the queue grows old, however slow this machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const freePlaces = fillPlaces(processor, 8)
  await expect.poll(() => processor.calls.running).toBe(8)
  const flood = Array.from({ length: 40 }, (_, index) => from('203.0.113.1', `${list}?search=word${index}`))
  await expect.poll(() => processor.rejected).toBe(8)
  expect(processor.calls.waiting).toBe(32)
  const feed = from('203.0.113.1', '/feeds/google.xml')
  await expect.poll(() => processor.rejected).toBe(9)

  const neighbour = from('198.51.100.1', `${list}?search=shirt`)
  await expect.poll(() => processor.calls.waiting).toBe(33)
  expect((await from('203.0.113.1', list)).status).toBe(200)
  await fillCart(buyer, product.id)
  await buyer.api.verifyPayment(await pay(busy, (await buyer.api.startPayment()).id))
  freePlaces()

  expect((await neighbour).status).toBe(200)
  const answers = await Promise.all([...flood, feed])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(32)
  const rejected = answers.filter(({ status }) => status === 503)
  expect(rejected).toHaveLength(9)
  for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await busy.close()
})

test('carts and the other calls do not wait for each other', async () => {
  const { calls, carts } = shop.app.limiters
  const product = await addProduct(shop.db, { stock: 5 })
  const { api, id } = await signedIn(shop)
  const letCallsGo = fill(calls)
  const { cart } = await api.addToCart(product.id)
  expect(await api.getCart()).toMatchObject({ cart })
  expect(await api.removeCartLine(cart[0]?._id ?? '')).toMatchObject({ cart: [] })
  letCallsGo()
  const letCartsGo = fill(carts)
  expect(await api.listMyOrders(id)).toEqual([])
  letCartsGo()
})

test('the log says how many calls any queue has rejected, also of one that another part of the shop has', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const noted = await startShop({ logTo: { write: (line) => void lines.push(line) }, logLevel: 'warn' })
  const drawer = createPdfDrawer()
  const drawn = Array.from({ length: 35 }, () => drawer.draw({} as never).catch(() => undefined))
  await Promise.resolve()
  vi.advanceTimersByTime(10_000)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { calls: 3, msg: 'too busy: calls were rejected' },
  ])
  await drawer.close()
  await Promise.all(drawn)
  await noted.close()
})

test('three hundred checkouts run at once', async () => {
  const { checkout } = createLimiters(() => false)
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const runs = Array.from({ length: 300 }, () =>
    checkout.run(() => {
      begun += 1
      return promise
    }),
  )
  expect(begun).toBe(300)
  resolve()
  await Promise.all(runs)
})

test.each([
  ['by its connection', []],
  ['behind a trusted proxy', ['127.0.0.1']],
])('what a network asks beyond its share is rejected before the framework (%s)', async (_how, trustedProxies) => {
  const busy = await startShop({ trustedProxies, hasRateLimits: true })
  const { processor } = busy.app.limiters
  const sent = trustedProxies.length > 0 ? { 'x-forwarded-for': '203.0.113.1' } : {}
  const get = (path: string) => fetch(busy.origin + path, { redirect: 'manual', headers: sent })
  const list = '/api/products/getallproductsindb'
  for (const path of [list, `${list}?limit=12`, `${list}?page=1`]) await (await get(path)).text()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const freePlaces = fillPlaces(processor, 8)
  await expect.poll(() => processor.calls.running).toBe(8)
  const flood = Array.from({ length: 32 }, (_, index) => get(`${list}?search=word${index}`))
  await expect.poll(() => processor.calls.waiting).toBe(32)
  const seen = vi.spyOn(busy.app.requestLog.log, 'child')
  for (const [path, type] of [
    [`${list}?search=more`, 'application/json; charset=utf-8'],
    ['/getproducts?search=more', 'text/html; charset=utf-8'],
  ] as const) {
    const { status, headers } = await get(path)
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([503, type, '5'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  const moved = await get('/GetProducts?x=1&search=more')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/getproducts?search=more'])
  expect(seen).not.toHaveBeenCalled()
  expect(processor.rejected).toBe(2)
  const statuses = [list, `${list}?limit=12`, `${list}?page=1`, '/healthz', '/api/cart'].map(
    async (path) => (await get(path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 401])
  freePlaces()
  await Promise.all(flood)
  await busy.close()
})
