import type { PGlite } from '@electric-sql/pglite'
import type { CompiledQuery } from 'kysely'

import { PGliteDialect } from 'kysely'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { listAdminRows, listIdsWithWords } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { listContactRows } from '#server/contacts/queries.ts'
import { openEngineInMemory } from '#server/db/embedded/engine.ts'
import { createKysely } from '#server/db/kysely.ts'
import { countByStatus, listOrders } from '#server/orders/list/order-list-queries.ts'
import { listCashCouriers, listCashDays } from '#server/orders/cash/cash-parcel-queries.ts'
import { listNewestOrders } from '#server/orders/order-queries.ts'
import { listReconciliationRows } from '#server/orders/reconciliation/reconciliation-queries.ts'
import { listAuditRows } from '#server/audit/list-audit-queries.ts'
import { listBestSellers, listSalesByDay, sumSales } from '#server/dashboard/daily-sales-queries.ts'
import { listReviewRows } from '#server/reviews/queries.ts'
import { ensureSnapshot } from '#test/database.ts'

/** So many rows of everything that reading all of them would be noticed, with the statistics of a shop in use. */
const ROWS = `
  insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select 'u' || n, 'Asha', 'Rao', n || '@example.com', n || '@example.com', '9876543210', 'none' from generate_series(1, 4000) n;
  insert into categories (id, name, slug, position) select 'c' || n, 'Category ' || n, 'c' || n, n from generate_series(1, 5) n;
  insert into products (id, category_id, name, description, price_paise, created_at)
    select 'p' || n, 'c' || 1 + n % 5, md5(n::text), repeat('Made to last. ', 25), 10000 + n % 700, now() - n * interval '1 hour' from generate_series(1, 2000) n;
  insert into product_sizes (id, product_id, size, position, stock)
    select 's' || n, 'p' || n, '', 0, n % 100 from generate_series(1, 2000) n;
  insert into checkouts (id, user_id, status, fingerprint, provider_order_id, total_paise, hold_expires_at)
    select 'k' || n, 'u' || 1 + n % 4000, 'paid', 'f', 'order_' || n, 10000, now() from generate_series(1, 5000) n;
  insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, created_at, address)
    select 'o' || n, 'k' || n, 'u' || 1 + n % 4000, 'order_' || md5(n::text), case when n % 10 = 0 then 'shipped' else 'delivered' end,
      10000 + n * 7 % 5000, now() - n * interval '1 hour', jsonb_build_object('street', repeat('Lake Road ', 20), 'city', md5('city' || n)) from generate_series(1, 5000) n;
  insert into order_lines (
    id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
  ) select 'l' || n, 'o' || n, 0, 'p' || 1 + n % 2000, 's' || 1 + n % 2000, md5('line' || n), '', 10000, 10000, 1 from generate_series(1, 5000) n;
  insert into payments (id, checkout_id, order_id, amount_paise, status)
    select 'pay' || n, 'k' || n, 'o' || n, 10000, 'captured' from generate_series(1, 5000) n;
  insert into documents (id, kind, series, year, number, order_id, is_sandbox, issued_at, total_paise, data)
    select 'd' || n, 'receipt voucher', 'R', '2627', n, 'o' || n, false, now(), 10000, '{}' from generate_series(1, 5000) n;
  insert into order_steps (order_id, status) select 'o' || n, 'order placed' from generate_series(1, 5000) n;
  insert into checkouts (id, user_id, status, fingerprint, total_paise, hold_expires_at)
    select 'kc' || n, 'u' || n, 'paid', 'f', 10000, now() from generate_series(1, 3000) n;
  insert into orders (id, checkout_id, user_id, is_cash, status, total_paise, created_at, address, shipment)
    select 'c' || n, 'kc' || n, 'u' || n, true, 'delivered', 10000, now() - (n + 6000) * interval '1 hour', '{}',
      jsonb_build_object('courier', case n % 3 when 0 then 'delhivery' when 1 then 'dtdc' else 'blue-dart' end)
    from generate_series(1, 3000) n;
  insert into order_steps (order_id, status, at)
    select 'c' || n, 'shipped', now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into cash_payments (order_id, amount_paise, status, collected_at, remitted_at)
    select 'c' || n, 10000, case when is_owed then 'collected' else 'remitted' end, now(), case when not is_owed then now() end
    from generate_series(1, 3000) n, lateral (
      select (now() - n * interval '1 hour') at time zone 'Asia/Kolkata' >= day and (now() - n * interval '1 hour') at time zone 'Asia/Kolkata' < day + interval '12 hours' as is_owed
      from (select date_trunc('day', now() at time zone 'Asia/Kolkata') - interval '2 days' as day) before_yesterday
    ) owed;
  insert into contacts (id, first_name, last_name, email, contact_number, subject, message, is_read, created_at, ticket, due_at)
    select 'm' || n, 'Ravi', 'Iyer', md5(n::text), '9876543210', 'Sizes', 'Hello', n % 3 > 0, now() - n * interval '1 hour',
      case n when 7 then 'T-NUMBER' else new_ticket() end, now() + interval '1995 hours' - n * interval '1 hour'
    from generate_series(1, 2000) n;
  insert into reviews (id, product_id, user_id, rating) select 'r' || n, 'p' || n, 'u1', 4 from generate_series(1, 2000) n;
  insert into reconciliations (id, status, from_at, to_at, created_at)
    select 'b' || n, 'done', now(), now(), now() - n * interval '1 day' from generate_series(1, 1000) n;
  insert into audit_log (actor_id, action, subject_type, subject_id)
    select 'u' || n % 10, 'edit', case when n % 9 = 0 then 'refund' else 'order' end, 'o' || n from generate_series(1, 4000) n;
  vacuum analyze`

let engine: PGlite
let db: Db
const asked: CompiledQuery[] = []

beforeAll(async () => {
  engine = await openEngineInMemory(new Blob([await readFile(await ensureSnapshot())]))
  for (const statement of ROWS.split(';')) await engine.exec(statement)
  db = createKysely(new PGliteDialect({ pglite: engine }), { log: ({ query }) => void asked.push(query) })
})
afterAll(() => db.destroy())

interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Subplan Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** Rows that were read from tables, without those that were only counted. */
function rowsReadBy(step: Step): number {
  if (step['Subplan Name'] === 'CTE counted') return 0
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = step
  const own = step['Relation Name'] ? (step['Actual Rows'] + filtered + rechecked) * step['Actual Loops'] : 0
  return (step.Plans ?? []).reduce((sum, plan) => sum + rowsReadBy(plan), own)
}

async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  asked.length = 0
  expect(await work()).not.toMatchObject({ items: [] })
  expect(asked).not.toEqual([])
  let read = 0
  for (const { sql, parameters } of asked.splice(0)) {
    const { rows } = await engine.query<{ 'QUERY PLAN': { Plan: Step }[] }>(`explain (analyze, format json) ${sql}`, [
      ...parameters,
    ])
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) read += rowsReadBy(Plan)
  }
  return read
}

const FIRST = { limit: 12, offset: 0 }
const ORDERS = { status: undefined, search: undefined, from: undefined, to: undefined }
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const PRODUCTS = Array.from({ length: 12 }, (_, index) => `p${index + 7}`)
const CASH = { hasSandbox: true, missedDays: 14 }
const AUDIT = { area: undefined, person: undefined, search: undefined }
const AUDITED = { ...FIRST, maxCount: 10_000 }
const WORD = 'c4ca4238'
const TOWN = createHash('md5').update('city77').digest('hex').slice(0, 12)
const PRODUCT = createHash('md5').update('line77').digest('hex').slice(0, 12)
/** A page of twelve with all that is shown of each. */
const MOST_ROWS = 250

test.each<[string, () => Promise<unknown>]>([
  ['the newest orders', () => listOrders(db, ORDERS, FIRST)],
  ['the oldest orders', () => listOrders(db, ORDERS, { ...FIRST, sort: 'oldest' })],
  ['the dearest orders', () => listOrders(db, ORDERS, { ...FIRST, sort: 'total-desc' })],
  ['the cheapest orders', () => listOrders(db, ORDERS, { ...FIRST, sort: 'total-asc' })],
  [
    'the dearest orders of a status',
    () => listOrders(db, { ...ORDERS, status: 'shipped' }, { ...FIRST, sort: 'total-desc' }),
  ],
  ['the orders of a status', () => listOrders(db, { ...ORDERS, status: 'shipped' }, FIRST)],
  ['the orders of some days', () => listOrders(db, { ...ORDERS, from: dayAgo(4), to: dayAgo(2) }, FIRST)],
  ['a search for an order', () => listOrders(db, { ...ORDERS, search: WORD }, FIRST)],
  ['a search for a customer', () => listOrders(db, { ...ORDERS, search: '777@example' }, FIRST)],
  ['a search for a town', () => listOrders(db, { ...ORDERS, search: TOWN }, FIRST)],
  ['a search for a product that was bought', () => listOrders(db, { ...ORDERS, search: PRODUCT }, FIRST)],
  ['a search for a document', () => listOrders(db, { ...ORDERS, search: 'r2627/000777' }, FIRST)],
  ['a search for a product and two letters', () => listOrders(db, { ...ORDERS, search: `${PRODUCT} as` }, FIRST)],
  ['the counts of a search', async () => ({ items: [...(await countByStatus(db, { ...ORDERS, search: PRODUCT }))] })],
  ['the newest orders on the dashboard', () => listNewestOrders(db, 5)],
  ['a page of products', () => listAdminRows(db, PRODUCTS)],
  ['a search for a product', () => listIdsWithWords(db, [WORD], false)],
  ['the newest messages', () => listContactRows(db, {}, FIRST)],
  ['the unread messages first', () => listContactRows(db, {}, { ...FIRST, sort: 'unread' })],
  ['the unread messages', () => listContactRows(db, { isRead: false }, FIRST)],
  ['the messages that end soonest', () => listContactRows(db, {}, { ...FIRST, sort: 'due' })],
  ['the messages that are due soon', () => listContactRows(db, { isDueSoon: true }, { ...FIRST, sort: 'due' })],
  ['a search for a message', () => listContactRows(db, { search: WORD }, FIRST)],
  ['a message by its number', () => listContactRows(db, { search: 'T-number' }, FIRST)],
  ['the reviews', () => listReviewRows(db, FIRST)],
  ['the comparisons', () => listReconciliationRows(db, FIRST)],
  ['the days on which couriers owe cash', () => listCashDays(db, { ...CASH, isOwedOnly: true }, FIRST)],
  ['the couriers with cash', () => listCashCouriers(db, CASH)],
  ['the audit log', () => listAuditRows(db, AUDIT, AUDITED)],
  ['the audit log of an area', () => listAuditRows(db, { ...AUDIT, area: 'refund' }, AUDITED)],
  ['the audit log of a person', () => listAuditRows(db, { ...AUDIT, person: 'u7' }, AUDITED)],
])('%s: no more is read than the page', async (_name, work) => {
  expect(await rowsRead(work)).toBeLessThan(MOST_ROWS)
})

const DAY = 24
test.each<[string, number, () => Promise<unknown>]>([
  ['the sums of a week and the week before', 14 * DAY, () => sumSales(db, 7, { hasSandbox: true })],
  ['the days of a week', 7 * DAY, () => listSalesByDay(db, 7, { hasSandbox: true })],
  // Each order, its line, and the names of five products.
  [
    'what sold best in a week',
    2 * 7 * DAY + 100,
    () => listBestSellers(db, { days: 7, limit: 5 }, { hasSandbox: true }),
  ],
])('%s: no more is read than the orders of these days', async (_name, most, work) => {
  expect(await rowsRead(work)).toBeLessThan(most)
})

test('a list that is read from end to end is noticed', async () => {
  expect(
    await rowsRead(async () => ({ items: [...(await countByStatus(db, { ...ORDERS, search: 'a' }))] })),
  ).toBeGreaterThan(2000)
})
