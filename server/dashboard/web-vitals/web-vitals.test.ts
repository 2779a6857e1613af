import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { VitalsReport } from '#contract/dashboard/vitals.ts'

import { keepVitals, VitalSums } from '#server/dashboard/web-vitals/service.ts'
import { VISITS_PER_MINUTE } from '#server/dashboard/web-vitals/vital-rate-limit.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { samplesOf } from '#test/metric-samples.ts'
import { startShop } from '#test/start-shop.ts'

const databases = databasesOnEveryEngine()

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => shop.close())

const VISIT: VitalsReport = { page: 'home', device: 'phone', values: { LCP: 1900, CLS: 0, TTFB: 90 } }

const tell = (report: unknown, headers: Record<string, string> = {}, { origin } = shop) =>
  fetch(`${origin}/api/web-vitals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof report === 'string' ? report : JSON.stringify(report),
  })

const rowsIn = async ({ db } = shop) =>
  (await sql<{ page: string; device: string; vital: string }>`select page, device, vital from web_vitals`.execute(db))
    .rows

test('visits show by day and page, with what three of four did not exceed and how good that is', async () => {
  const own = await startShop()
  const admin = await own.admin()
  expect(await admin.api.listVitals()).toEqual({ items: [], total: 0 })
  for (const LCP of [2200, 2200, 2300, 2400]) await tell({ ...VISIT, values: { LCP, CLS: 0.12 } }, {}, own)
  for (const INP of [40, 700]) await tell({ page: 'product', device: 'desktop', values: { INP } }, {}, own)
  expect(await rowsIn(own)).toEqual([])
  await keepVitals(own.shop)
  const { items, total } = await admin.api.listVitals()
  expect(total).toBe(2)
  expect(items).toEqual([
    {
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      kind: 'home',
      visits: 4,
      LCP: { p75: 2400, rating: 'good' },
      CLS: { p75: expect.closeTo(0.1375), rating: 'needs work' },
    },
    { day: items[0]?.day, kind: 'product', visits: 2, INP: { p75: 700, rating: 'poor' } },
  ])
  expect((await admin.api.listVitals({ device: 'phone' })).items.map(({ kind }) => kind)).toEqual(['home'])
  expect((await admin.api.listVitals({ kind: 'product' })).items.map(({ kind }) => kind)).toEqual(['product'])
  expect(await admin.api.listVitals({ page: 2, limit: 1 })).toMatchObject({ items: [{ kind: 'product' }], total: 2 })
  expect(await admin.api.listVitals({ page: 9, limit: 1 })).toEqual({ items: [], total: 2 })
  await own.close()
})

test('days follow each other from the newest, and those of phones and desktops are added', async () => {
  const own = await startShop()
  await tell(VISIT, {}, own)
  await keepVitals(own.shop)
  await sql`update web_vitals set day = day - 1`.execute(own.db)
  await tell({ ...VISIT, device: 'desktop' }, {}, own)
  await tell(VISIT, {}, own)
  await keepVitals(own.shop)
  const { items } = await (await own.admin()).api.listVitals()
  expect(items.map(({ visits }) => visits)).toEqual([2, 1])
  expect(items[0]!.day > items[1]!.day).toBe(true)
  await own.close()
})

test('nothing is kept but the sums: no address, no cookie, no time', async () => {
  const customer = await shop.customer()
  const answer = await customer.fetch('/api/web-vitals', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.77' },
    body: JSON.stringify({ ...VISIT, page: 'cart' }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  await keepVitals(shop.shop)
  const { rows } = await sql`select * from web_vitals where page = 'cart'`.execute(shop.db)
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    expect(Object.keys(row as object).toSorted()).toEqual(['counts', 'day', 'device', 'page', 'vital'])
  }
  const counters = await sql`select key from rate_counters where key like '%web-vitals%'`.execute(shop.db)
  expect(counters.rows).toEqual([])
})

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
])('a browser with %s is not counted', async (_, headers) => {
  const answer = await tell({ ...VISIT, page: 'checkout' }, headers)
  expect(await answer.json()).toEqual({ message: 'Not counted, as your browser asks.' })
  await keepVitals(shop.shop)
  expect((await rowsIn()).filter(({ page }) => page === 'checkout')).toEqual([])
})

test.each<[string, unknown]>([
  ['an unknown page', { ...VISIT, page: 'admin' }],
  ['an unknown device', { ...VISIT, device: 'fridge' }],
  ['an unknown value', { ...VISIT, values: { FID: 3 } }],
  ['no value', { ...VISIT, values: {} }],
  ['values of text', { ...VISIT, values: { LCP: '1900' } }],
  ['a value below nothing', { ...VISIT, values: { LCP: -1 } }],
  ['a time past all reason', { ...VISIT, values: { LCP: 1e9 } }],
  ['a shift past all reason', { ...VISIT, values: { CLS: 1e6 } }],
  ['a number that is none', `{"page":"home","device":"phone","values":{"LCP":1e999}}`],
  ['null', { ...VISIT, values: { LCP: null } }],
  ['a list', [VISIT]],
  ['more than was asked for', { ...VISIT, url: 'https://shop.example/order-status/secret' }],
  ['a name that is a prototype', `{"page":"__proto__","device":"phone","values":{"__proto__":{"LCP":1}}}`],
  ['half a text', '{"page":"home"'],
  ['nothing', ''],
])('%s is refused with a sentence and changes nothing', async (_, report) => {
  shop.shop.vitals.take()
  const answer = await tell(report)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid', message: expect.stringMatching(/\w/) })
  expect(shop.shop.vitals.take()).toEqual([])
})

test('a page elsewhere cannot tell of visits', async () => {
  const answer = await tell(VISIT, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
})

test('a flood of one address counts a minute’s share, and others are counted all the same', async () => {
  const own = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  const from = (address: string) => tell(VISIT, { 'x-forwarded-for': address }, own)
  const answers = await Promise.all(Array.from({ length: 2 * VISITS_PER_MINUTE }, () => from('203.0.113.7')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(VISITS_PER_MINUTE)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('198.51.100.7')).status).toBe(200)
  await own.close()
})

test('the numbers for Prometheus tell visits by kind of page', async () => {
  const own = await startShop()
  await tell(VISIT, {}, own)
  await tell({ ...VISIT, values: { LCP: 4500 } }, {}, own)
  const samples = samplesOf(await (await fetch(`${own.origin}/metrics`)).text())
  const lcp = 'vital="LCP",page="home",device="phone"'
  expect(samples.get(`selvedge_web_vital_seconds_count{${lcp}}`)).toBe(2)
  expect(samples.get(`selvedge_web_vital_seconds_bucket{le="2.5",${lcp}}`)).toBe(1)
  expect(samples.get(`selvedge_layout_shift_bucket{le="0",page="home",device="phone"}`)).toBe(1)
  await own.close()
})

test('processes that add to the same sums at once lose nothing, on every engine', async () => {
  for (const { db } of databases) {
    const processes = Array.from({ length: 4 }, () => ({ db, vitals: new VitalSums() }))
    for (let round = 0; round < 5; round += 1) {
      for (const [index, { vitals }] of processes.entries()) {
        for (const page of index % 2 === 0 ? (['home', 'cart'] as const) : (['cart', 'home'] as const)) {
          vitals.add({ ...VISIT, page })
        }
      }
      await Promise.all(processes.map(keepVitals))
    }
    const { rows } = await sql<{ total: number }>`
      select (select sum(count) from unnest(counts) count)::int as total from web_vitals`.execute(db)
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ total: 20 })))
  }
})

test('what cannot be written down is kept for the next time', async () => {
  const own = await startShop()
  await tell(VISIT, {}, own)
  await sql`alter table web_vitals rename to elsewhere`.execute(own.db)
  await expect(keepVitals(own.shop)).rejects.toThrow('relation "web_vitals" does not exist')
  await sql`alter table elsewhere rename to web_vitals`.execute(own.db)
  await tell(VISIT, {}, own)
  await keepVitals(own.shop)
  expect(await rowsIn(own)).toHaveLength(3)
  const { items } = await (await own.admin()).api.listVitals()
  expect(items).toMatchObject([{ kind: 'home', visits: 2 }])
  await own.close()
})
