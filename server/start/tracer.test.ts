import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { startTracing } from '#server/start/tracer.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

/** Takes what a shop sends of its traces. */
async function openCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { bodies, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

test('a request, its statements and its call of the payment provider are one trace without a secret in it', async () => {
  const { bodies, url } = await openCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const stop = await startTracing('Kurta House')
  const shop = await startShop()
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { stock: 3 })
  const { api, fetch, user } = await shop.customer()
  await api.addToCart(product.id)
  await api.startPayment()
  await fetch('/api/order-status/Some-Secret-Token', {
    headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
  })
  await stop()

  const text = bodies.join('\n')
  expect(text).toContain('Kurta House')
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const request = spans.find(({ name }) => name === 'POST /api/payment/create/orderId')
  expect(request?.parentSpanId || undefined).toBeUndefined()
  const inside = spans.filter(({ traceId }) => traceId === request?.traceId)
  const call = inside.find(({ name }) => name === 'POST 127.0.0.1')
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const statements = inside.filter(({ attributes }) => attributes.some(({ key }) => key === 'db.query.text'))
  expect(statements.map(({ name }) => name)).toContain('WITH')
  // The emulated provider is a part of the shop, and its own request.
  expect(spans.some(({ name, traceId }) => name.includes('/v1/orders') && traceId !== request?.traceId)).toBe(true)

  for (const secret of ['Some-Secret-Token', 'ab'.repeat(16), user.email, user._id, product.id]) {
    expect(text).not.toContain(secret)
  }
})

test('without a place for traces no library for them is loaded', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('{server,sandbox,contract,demo}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const importing = (text: string) =>
    files.filter((file) =>
      readFileSync(join(root, file), 'utf8').match(new RegExp(`^import (?!type ).* from '${text}`, 'm')),
    )
  expect(importing('@opentelemetry/')).toEqual(['server/start/open-telemetry.ts'])
  expect(importing('#server/start/open-telemetry.ts')).toEqual([])
})
