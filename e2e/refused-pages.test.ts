import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Pages } from '#server/pages/built-pages.ts'

import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { CONTACT_MESSAGES_PER_MINUTE } from '#server/contacts/contact-rate-limits.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'
import type { Visitor } from '#test/visitor.ts'

const ADMIN_SCREENS = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('(admin\/[^'*]+)'/g)].map(
  ([, path = '']) => path,
)

const HOUR_MS = 3_600_000

let pages: Pages
beforeAll(async () => {
  pages = await loadBuiltPages(buildDirOf(process.env))
})

/** A shop with its log, and what sends forms to its pages as a browser without JavaScript does. */
async function openShop(options: Parameters<typeof startShop>[0] = {}) {
  const log: string[] = []
  const shop = await startShop({ pages, logTo: { write: (line) => void log.push(line) }, logLevel: 'info', ...options })
  onTestFinished(() => shop.close())
  const send = (path: string, fields: Record<string, string>, visitor: Visitor = shop.visitor()) =>
    visitor.fetch(path, {
      method: 'POST',
      headers: { origin: shop.shop.publicUrl(), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
  /** What a fault of the shop would leave in the log. */
  const faults = () => log.filter((line) => line.includes('"level":50') || line.includes('"stack"'))
  /** Lets no minute in which calls are counted end before the test does, however slow the machine is. */
  const keepMinutes = () =>
    shop.db
      .updateTable('rateCounters')
      .set({ windowEndsAt: new Date(Date.now() + HOUR_MS) })
      .execute()
  return { ...shop, send, faults, keepMinutes }
}

const MESSAGE = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', contactNumber: '9876543210' }

test('whoever guesses links of orders is told 429 and when to come back, by a page, and the log has no fault', async () => {
  const { origin, faults, keepMinutes } = await openShop({ hasRateLimits: true })
  const statuses = new Set<number>()
  let last: Response | undefined
  for (let guess = 0; guess < 70; guess += 1) {
    last = await fetch(`${origin}/order-status/guess-${guess}`)
    statuses.add(last.status)
    if (guess === 0) await keepMinutes()
  }
  expect([...statuses]).toEqual([404, 429])
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(last?.headers.get('cache-control')).toBe('no-store')
  const html = await last?.text()
  expect(html).toContain('One moment, please')
  expect(html).toContain('Too many attempts. Please try again later.')
  expect(html).not.toContain('digital realm')
  expect(faults()).toEqual([])
})

test('a form that is refused shows why, with the status of the refusal', async () => {
  const { send, faults, customer, db, keepMinutes } = await openShop({ hasRateLimits: true })
  const { id, sizes } = await addProduct(db, { stock: 1 })
  const buyer = await customer()
  const before = await Promise.all([
    send('/signin', { email: 'nobody@example.com', password: 'wrong horse battery' }),
    send('/contact', MESSAGE),
    send('/cart', { code: 'NOSUCHCODE', change: 'enter code' }, buyer),
  ])
  expect(before.map(({ status }) => status)).toEqual([401, 400, 400])
  await keepMinutes()
  await db
    .updateTable('productSizes')
    .set({ stock: 0 })
    .where('id', '=', sizes[0]?.id ?? '')
    .execute()
  const soldOut = await send(`/product/${id}`, { [`size-${id}`]: sizes[0]?.size ?? '' }, buyer)
  expect([soldOut.status, soldOut.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8'])
  const messages = { ...MESSAGE, subject: 'Sizes', message: 'Is there a size chart?' }
  const taken: Response[] = []
  while (taken.length < CONTACT_MESSAGES_PER_MINUTE) taken.push(await send('/contact', messages))
  expect(taken.at(-1)?.status).toBe(429)
  expect(Number(taken.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await taken.at(-1)?.text()).toContain('Is there a size chart?')
  expect(faults()).toEqual([])
})

test('a page that needs what the shop cannot do just now is 503 with Retry-After', async () => {
  const { visitor, db, admin } = await openShop()
  await addProduct(db)
  const owner = await admin()
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create function cut_off() returns text language plpgsql as $$ begin raise sqlstate '57P01'; end $$`)
  await run('alter table categories rename to categories_away')
  await run('create view categories as select away.* from categories_away away, lateral (select cut_off()) as cut')
  for (const [path, asker] of [
    ['/about', visitor()],
    ['/admin/dashboard', owner],
  ] as const) {
    const answer = await asker.fetch(path)
    expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    const html = await answer.text()
    expect(html).toContain('short of its database')
  }
})

test('a screen of the staff has the status of the call that was refused', async () => {
  const { admin, faults } = await openShop()
  const owner = await admin()
  const screens = ['orders/5eed0d00000000000000c34f', 'dashboard']
  const answers = await Promise.all(screens.map((screen) => owner.fetch(`/admin/${screen}`)))
  expect(answers.map(({ status }) => status)).toEqual([404, 200])
  expect(faults()).toEqual([])
})

test('no screen of the staff leaves a call to itself that is refused to somebody who is not signed in', async () => {
  const { origin, faults } = await openShop()
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const screens = ADMIN_SCREENS.map((path) => path.replace(/:\w+\??/, '5eed0d00000000000000c34f'))
  for (const screen of screens) {
    const { status, headers } = await fetch(`${origin}/${screen}`, { redirect: 'manual' })
    expect([screen, status, headers.get('location')]).toEqual([screen, 302, '/admin-signin'])
  }
  expect(screens).toContain('admin/shop-at')
  expect(unhandled).toEqual([])
  expect(faults()).toEqual([])
})
