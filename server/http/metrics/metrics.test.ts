import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isShopError } from '#contract/api/errors.ts'
import { createMetrics } from '#server/http/metrics/metrics.ts'
import { addProduct } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { samplesOf } from '#test/metric-samples.ts'
import { startShop } from '#test/start-shop.ts'

const TOKEN = 'a-token-of-sixteen-or-more'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const scrape = async () => samplesOf(await (await fetch(`${shop.origin}/metrics`)).text())

test('the numbers are for programs on this machine, and not for calls through a proxy on it', async () => {
  const answer = await fetch(`${shop.origin}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    shop.app.inject({ url: '/metrics', remoteAddress, headers })
  expect((await ask({ host: '127.0.0.1:3000' })).statusCode).toBe(200)
  expect((await ask({ host: '127.0.0.1:3000' }, '192.0.2.7')).statusCode).toBe(403)
  expect((await ask({ host: 'shop.example.in' })).statusCode).toBe(403)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-port']) {
    const refused = await ask({ host: 'localhost', [name]: '127.0.0.1' })
    expect(refused.statusCode).toBe(403)
    expect(refused.body).not.toContain('selvedge_')
  }
})

test('a shop with a public address shows its numbers to nobody without the token, whatever a proxy leaves out', async () => {
  const inPublic = await startShop({ publicUrl: 'https://shop.example' })
  for (const host of ['127.0.0.1:3000', 'localhost', new URL(inPublic.origin).host]) {
    const answer = await inPublic.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host } })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).not.toContain('selvedge_')
  }
  await inPublic.close()
})

test('with a token the numbers are for callers who send it, also through a proxy, and for nobody else', async () => {
  const guarded = await startShop({ metricsToken: TOKEN })
  const ask = async (headers: Record<string, string>) => (await fetch(`${guarded.origin}/metrics`, { headers })).status
  expect(await ask({})).toBe(403)
  for (const wrong of [TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`]) {
    expect(await ask({ authorization: wrong })).toBe(403)
  }
  expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '192.0.2.7' })).toBe(200)
  await guarded.close()
})

test('the numbers say what was asked of the shop and what became of it', async () => {
  const product = await addProduct(shop.db)
  const { buyer } = await buy(shop, product.id)
  const { fetch: ask } = shop.visitor()
  for (let times = 0; times < 4; times += 1) await ask('/api/categories/getcateg')
  await ask(`/api/products/product/${product.id}`)
  await ask('/api/no-such-call/secret-of-somebody')
  await buyer.api.getCart()

  const text = await (await fetch(`${shop.origin}/metrics`)).text()
  const samples = samplesOf(text)
  const value = (name: string) => samples.get(name)
  expect(value('selvedge_http_requests_total{method="GET",route="/api/cart",status="200"}')).toBe(1)
  expect(value('selvedge_http_requests_total{method="GET",route="/api/products/product/:id",status="200"}')).toBe(1)
  expect(value('selvedge_http_request_duration_seconds_count{method="GET",route="/api/cart"}')).toBe(1)
  expect(value('selvedge_http_requests_total{method="GET",route="/api/*",status="404"}')).toBe(1)
  expect(text).not.toContain('secret-of-somebody')
  expect(text).not.toContain(product.id)
  expect(value('selvedge_http_requests_total{method="GET",route="(from memory)",status="200"}')).toBeGreaterThan(0)
  expect(value('selvedge_cache_responses_total{source="memory"}')).toBeGreaterThan(1)
  expect(value('selvedge_cache_responses_total{source="made"}')).toBeGreaterThan(1)
  expect(value('selvedge_orders{status="order placed"}')).toBe(1)
  expect(value('selvedge_payments{status="captured"}')).toBe(1)
  expect(value('selvedge_holds{state="open"}')).toBe(0)
  expect(value('selvedge_queue_waiting{queue="mails"}')).toBeGreaterThan(0)
  expect(value('selvedge_queue_waiting{queue="refunds"}')).toBe(0)
  expect(value('selvedge_limiter_calls{limiter="checkout",state="running"}')).toBe(0)
  expect(value('selvedge_database_up')).toBe(1)
  expect(samples.has('selvedge_database_connections{state="idle"}')).toBe(true)
  expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

test('the numbers name every queue, also of what the process does for all calls, and count what each rejects', async () => {
  const rejected = async (limiter: string) =>
    (await scrape()).get(`selvedge_limiter_rejected_total{limiter="${limiter}"}`)
  for (const limiter of Object.keys(shop.app.limiters)) expect(await rejected(limiter)).toBeDefined()
  for (const limiter of ['passwords', 'pictures', 'documents']) expect(await rejected(limiter)).toBe(0)
  const networks = [{ name: '192.0.2.1', share: 1 }]
  const prepared = Array.from({ length: 110 }, () => shop.shop.pictures.prepare(Buffer.from('none'), { networks }))
  const outcomes = await Promise.allSettled(prepared)
  const busy = outcomes.filter((one) => one.status === 'rejected' && isShopError(one.reason))
  expect(busy).toHaveLength(8)
  expect(await rejected('pictures')).toBe(8)
})

test('many who read the numbers at once take one connection to the database', async () => {
  const database = { ...shop.shop.database, isReachable: async () => true }
  const metrics = createMetrics({ ...shop.shop, database })
  const countAsked = () => database.connections().used + database.connections().waiting
  const readings = await shop.db.connection().execute(async () => {
    const before = countAsked()
    const begun = Array.from({ length: 20 }, () => metrics.text())
    await new Promise(setImmediate)
    // The shop may ask something by itself meanwhile.
    expect(countAsked()).toBeLessThan(before + 5)
    return begun
  })
  for (const text of await Promise.all(readings)) expect(samplesOf(text).get('selvedge_database_up')).toBe(1)
})

test('the numbers of a shop with jobs name each with its runs and its age', async () => {
  const busy = await startShop({ hasJobs: true })
  const jobs = async () => samplesOf(await (await fetch(`${busy.origin}/metrics`)).text())
  await expect
    .poll(async () => (await jobs()).get('selvedge_job_runs_total{name="release expired holds"}'))
    .toBeGreaterThan(0)
  const samples = await jobs()
  expect(samples.get('selvedge_job_failures_total{name="release expired holds"}')).toBe(0)
  expect(samples.get('selvedge_job_age_seconds{name="send mails"}')).toBeGreaterThanOrEqual(0)
  await busy.close()
})

test('the dashboard shows only numbers that there are', async () => {
  const file = new URL('../../../docs/operations/monitoring/dashboard.json', import.meta.url)
  const { panels } = JSON.parse(await readFile(file, 'utf8')) as { panels: { targets: { expr: string }[] }[] }
  const text = await (await fetch(`${shop.origin}/metrics`)).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:selvedge|nodejs|process)_\w+/g) ?? []),
  )
  expect(asked.length).toBeGreaterThan(15)
  expect(asked.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
  expect((await scrape()).size).toBeGreaterThan(50)
})
