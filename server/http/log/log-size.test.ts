import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { ApiDocument } from '#server/http/openapi/openapi-document.ts'
import type { Pages } from '#server/pages/built-pages.ts'

import { startShop } from '#test/start-shop.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Pages that all fail, each with an error of its own. */
const pages: Pages = {
  render: async (request, { onFault }) => {
    onFault(new Error(`no page ${request.url}`))
    return new Response('Something went wrong', { status: 500 })
  },
  mailHtml: async () => '',
  close: async () => {},
}

let lines: string[] = []
let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({
    logTo: { write: (line) => void lines.push(line) },
    logLevel: 'info',
    hasRateLimits: true,
    pages,
    buildDir: import.meta.dirname,
  })
})
beforeEach(() => {
  shop.app.requestLog.endMinute()
  shop.app.securityEvents.endMinute()
  lines = []
})
afterAll(() => shop.close())

const bytes = () => lines.reduce((sum, line) => sum + line.length, 0)
const summaries = () => lines.map((line) => JSON.parse(line) as { msg: string; kind?: string; count?: number })

const KIB = 1024
const AT_ONCE = 30

/** Many calls of one address at the same moment, some of which go away before they are answered. */
async function flood(path: string, options: RequestInit = {}): Promise<void> {
  const call = async (_: unknown, index: number) => {
    const leaving = index % 5 === 0 ? { signal: AbortSignal.timeout(1) } : {}
    const answer = await fetch(shop.origin + path, { redirect: 'manual', ...options, ...leaving })
    await answer.arrayBuffer()
  }
  await Promise.allSettled(Array.from({ length: AT_ONCE }, call))
  // Those that went away may still be worked for.
  for (const limiter of Object.values(shop.app.limiters)) await limiter.idle()
}

/** The lines about pages that failed, and how many minutes of the log they are of: on a busy machine one may end. */
function failedPages() {
  const about = summaries().filter(({ msg, kind = msg }) => kind.includes('a page failed'))
  const written = about.filter(({ msg }) => msg.includes('a page failed')).length
  return { written, minutes: 1 + about.length - written }
}

// First, because calls that a flood has given up are answered, and logged, some time after it.
test('broken requests on bare connections leave no line each', async () => {
  const { hostname, port } = new URL(shop.origin)
  for (let count = 0; count < 100; count += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    socket.end('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')
    await once(socket, 'close')
  }
  expect(bytes()).toBeLessThan(5 * KIB)
})

test('a flood of the product feed leaves a few lines', async () => {
  for (let times = 0; times < 10; times += 1) await flood('/feeds/google.xml')
  expect(bytes()).toBeLessThan(30 * KIB)
  expect(lines.join('')).not.toContain('very busy')
})

test('a flood of pages that fail leaves a few stacks, and one line with the number of the others', async () => {
  for (let times = 0; times < 10; times += 1) await flood(`/order-status/x${times}`)
  const { written, minutes } = failedPages()
  expect(bytes()).toBeLessThan(60 * KIB * minutes)
  expect(written).toBeLessThanOrEqual(5 * minutes)
  shop.app.requestLog.endMinute()
  const sum = summaries().find(({ kind }) => kind?.includes('a page failed'))
  expect(sum).toMatchObject({ msg: 'more of these were counted', count: expect.any(Number) })
})

test('calls from many networks hide no failure', async () => {
  for (let network = 0; network < 520; network += 1) {
    const remoteAddress = `198.${18 + (network >> 8)}.${network & 255}.1`
    await shop.app.inject({ method: 'POST', url: '/api/none', remoteAddress })
  }
  await shop.app.inject('/order-status/hidden')
  expect(failedPages().written).toBe(1)
})

test('no public address can be made to write more than a few lines', async () => {
  const api: ApiDocument = await (await fetch(`${shop.origin}/api/openapi.json`)).json()
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), `/api${path.replaceAll(/\{\w+\}/g, 'none')}`] as const),
  )
  const others = [
    '/',
    '/none',
    '/api/none',
    '/healthz',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/sitemap.xml',
    '/%',
    '/sandbox/razorpay/pay',
  ]
  const addresses = [...described, ...others.flatMap((path) => [['GET', path] as const, ['POST', path] as const])]
  expect(addresses.length).toBeGreaterThan(100)
  for (const [method, path] of addresses) {
    const before = bytes()
    const isRead = method === 'GET'
    const garbage = { headers: { 'content-type': 'application/json' }, body: '{"email":"a@example.com","x":1}' }
    await flood(path, { method, ...(!isRead && garbage) })
    expect({ address: `${method} ${path}`, isLittle: bytes() - before < 30 * KIB }).toEqual({
      address: `${method} ${path}`,
      isLittle: true,
    })
  }
  expect(bytes()).toBeLessThan(300 * KIB)
})
