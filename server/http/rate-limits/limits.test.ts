import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { countCall } from '#server/http/rate-limits/service.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
})
afterAll(() => shop.close())

const letWindowsEnd = () => sql`update rate_counters set window_ends_at = now()`.execute(shop.db)

const contact = (headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      contactNumber: '98',
      subject: 'S',
      message: 'M',
    }),
  })

const countOf = (answers: Response[], status: number) => answers.filter((answer) => answer.status === status).length

test('calls at the same time are counted one by one', async () => {
  const begin = performance.now()
  const waits = await Promise.all(Array.from({ length: 50 }, () => countCall(shop.db, 'a', 20, 60)))
  const leastWait = Math.floor(60 - (performance.now() - begin) / 1000)
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(20)
  for (const wait of waits.filter((each) => each !== undefined)) {
    expect(wait).toBeGreaterThanOrEqual(leastWait)
    expect(wait).toBeLessThanOrEqual(60)
  }
})

test('keys are counted apart, and a window that has ended begins anew', async () => {
  expect(await countCall(shop.db, 'a', 1, 60)).toBeUndefined()
  expect(await countCall(shop.db, 'b', 1, 60)).toBeUndefined()
  expect(await countCall(shop.db, 'a', 1, 60)).toBeGreaterThan(0)
  await letWindowsEnd()
  expect(await countCall(shop.db, 'a', 1, 60)).toBeUndefined()
  expect(await countCall(shop.db, 'a', 1, 60)).toBeGreaterThan(0)
})

test('calls of one address are limited, and the answer says when to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => contact()))
  expect(countOf(answers, 201)).toBe(30)
  expect(countOf(answers, 429)).toBe(10)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('calls from many small networks of one large one are limited together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, index) => contact({ 'x-forwarded-for': `2001:db8:b:${index.toString(16)}::1` })),
  )
  // They are of one /56 and one /48: the narrower of them is full first.
  expect(countOf(answers, 201)).toBe(60)
  expect(countOf(answers, 429)).toBe(70)
})
