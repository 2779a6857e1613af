import type { PGlite } from '@electric-sql/pglite'
import type { CompiledQuery } from 'kysely'

import { PGliteDialect } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { countOtherMails } from '#server/accounts/confirmation/confirm-queries.ts'
import { findLiveSessions } from '#server/accounts/sessions/session-queries.ts'
import { addOne, deleteLine, listLines } from '#server/cart/queries.ts'
import { customerOffers } from '#server/offers/service.ts'
import { listIndexChanges } from '#server/catalogue/lists/product-index-queries.ts'
import { listIdsWithWords } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { findProductRow } from '#server/catalogue/product-queries.ts'
import { findCreditableInvoice } from '#server/documents/queries.ts'
import { listMonthDocuments } from '#server/documents/tax-month-queries.ts'
import { openEngineInMemory } from '#server/db/embedded/engine.ts'
import { createKysely } from '#server/db/kysely.ts'
import { findHoldWaits } from '#server/orders/checkout/hold-limit-queries.ts'
import { lockOpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import { listExpiredCheckouts, listHeldLines } from '#server/orders/holds/hold-queries.ts'
import { DUE_MAIL_NAMES } from '#server/mails/mail-list.ts'
import { claimMails, saveMailReports } from '#server/mails/mail-queries.ts'
import { listOrders } from '#server/orders/list/order-list-queries.ts'
import { findOwnOrder, listOrdersById, listOrdersOf } from '#server/orders/order-queries.ts'
import { updateAddress } from '#server/orders/order-changes/order-address-queries.ts'
import { findCheckoutByProviderOrder, lockCheckout } from '#server/orders/settle-payment-queries.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { ensureSnapshot } from '#test/database.ts'
import { ADDRESS } from '#test/purchase.ts'

/** A small shop in which no table is empty. */
const ROWS = `
  insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select 'u' || n, 'Asha', 'Rao', n || '@example.com', n || '@example.com', '9876543210', 'none' from generate_series(1, 300) n;
  insert into sessions (id_hash, user_id, audience, expires_at)
    select decode(md5('u' || n), 'hex'), 'u' || n, 'customer', now() + interval '1 day' from generate_series(1, 300) n;
  insert into recent_mails (mailbox_hash, mail_id)
    select decode(md5('u' || n), 'hex'), 'm' || n from generate_series(1, 300) n;
  insert into categories (id, name, slug, position) select 'c' || n, 'Category ' || n, 'c' || n, n from generate_series(1, 5) n;
  insert into products (id, category_id, name, description, price_paise, colour)
    select 'p' || n, 'c' || 1 + n % 5, md5(n::text) || ' shirt ' || n, 'Made of ' || md5(n || 'x'), 10000 + n, 'Ink'
    from generate_series(1, 600) n;
  insert into product_sizes (id, product_id, size, position, stock)
    select 's' || n || '-' || m, 'p' || n, 'size' || m, m, 20 from generate_series(1, 600) n, generate_series(1, 3) m;
  insert into product_images (product_id, position, picture_hash, width, height)
    select 'p' || n, m, 'none', 1, 1 from generate_series(1, 600) n, generate_series(0, 1) m;
  insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
    select 'l' || n || '-' || m, 'u' || n, 'p' || n + m, 's' || n + m || '-1', 1 from generate_series(1, 300) n, generate_series(1, 3) m;
  insert into checkouts (id, user_id, status, fingerprint, provider_order_id, total_paise, hold_expires_at)
    select 'k' || n, 'u' || 1 + n % 300, case when n <= 50 then 'open' else 'paid' end, 'f', 'order_' || n, 10000,
      now() + interval '9 minutes' from generate_series(1, 600) n;
  insert into checkout_lines (
    checkout_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
  ) select 'k' || n, 0, 'p' || n, 's' || n || '-1', 'Shirt', 'M', 10000, 10000, 1 from generate_series(1, 600) n;
  insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, created_at)
    select 'o' || n, 'k' || n, 'u' || 1 + n % 300, 'order_' || n, 'order placed', 10000, now() - n * interval '1 minute'
    from generate_series(51, 600) n;
  insert into order_lines (
    id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
  ) select 'ol' || n, 'o' || n, 0, 'p' || n, 's' || n || '-1', 'Shirt', 'M', 10000, 10000, 1 from generate_series(51, 600) n;
  insert into payments (id, checkout_id, order_id, amount_paise, status)
    select 'pay' || n, 'k' || n, 'o' || n, 10000, 'captured' from generate_series(51, 600) n;
  insert into order_steps (order_id, status) select 'o' || n, 'order placed' from generate_series(51, 600) n;
  insert into mails (name, key) select 'order-received', 'o' || n from generate_series(51, 600) n;
  insert into stock_requests (id, user_id, product_size_id, ledger_id)
    select 'q' || n, 'u' || n, 's1-1', 0 from generate_series(1, 300) n;
  insert into documents (id, kind, series, year, number, order_id, is_sandbox, issued_at, total_paise, data)
    select 'd' || n, 'receipt', 'R', '2627', n, 'o' || n, true, now(), 10000, '{}' from generate_series(51, 600) n;
  insert into documents (id, kind, series, year, number, order_id, is_sandbox, issued_at, total_paise, data)
    select 'i' || n, 'tax invoice', 'S', '2627', n, 'o' || n, true, now(), 10000, '{}' from generate_series(51, 600) n;
  insert into refunds (id, payment_id, order_id, amount_paise, reason, status)
    select 'r' || n, 'pay' || n, 'o' || n, 10000, 'cancelled', 'processed' from generate_series(51, 150) n;
  insert into idempotency_keys (user_id, key, request) select 'u' || n, 'key', 'p' || n from generate_series(1, 300) n;
  analyze`

let engine: PGlite
let db: Db
const asked: CompiledQuery[] = []

beforeAll(async () => {
  engine = await openEngineInMemory(new Blob([await readFile(await ensureSnapshot())]))
  await engine.exec(ROWS)
  // PostgreSQL then reads a table from end to end only where no index leads to the rows, however small the table is.
  await engine.exec('set enable_seqscan = off')
  db = createKysely(new PGliteDialect({ pglite: engine }), { log: ({ query }) => void asked.push(query) })
})
afterAll(() => db.destroy())

interface Step {
  'Node Type': string
  'Actual Loops': number
  'Relation Name'?: string
  Plans?: Step[]
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Tables that never have more than a few rows. */
const SMALL = ['categories', 'catalogue_settings']

/** The tables that the statements of `work` read from end to end. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0
  await work()
  expect(asked).not.toEqual([])
  const whole: string[] = []
  for (const { sql, parameters } of asked.splice(0)) {
    const { rows } = await engine.query<{ 'QUERY PLAN': { Plan: Step }[] }>(`explain (format json) ${sql}`, [
      ...parameters,
    ])
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) {
      for (const step of stepsOf(Plan)) {
        const table = step['Relation Name']
        if (step['Node Type'] === 'Seq Scan' && table && !SMALL.includes(table)) whole.push(table)
      }
    }
  }
  return whole
}

/** A table that is read so often is read for each row of another. */
const MOST_TIMES = 10

const FIRST = { limit: 12, offset: 0 }
const USER = 'u7'
const STOCK_LINES = [{ productSizeId: 's7-1', quantity: 1 }]
const SENT_MAIL = { name: 'order-received', key: 'o60' } as const

test.each<[string, () => Promise<unknown>]>([
  ['what has changed of the catalogue', () => listIndexChanges(db, '999999')],
  ['an administrator’s search', () => listIdsWithWords(db, ['c4ca4238'], false)],
  ['a product', () => findProductRow(db, 'p7')],
  [
    'a session',
    () => findLiveSessions(db, 'customer', ['00'], { idleSeconds: 60, unseenSeconds: 60, recentSeconds: 900 }),
  ],
  ['a cart', () => listLines(db, [USER], customerOffers)],
  [
    'an addition to a cart',
    () =>
      addOne(db, {
        lineId: 'new',
        userId: USER,
        productId: 'p9',
        size: null,
        idempotencyKey: 'key',
        request: 'p9',
      }),
  ],
  ['a removal from a cart', () => deleteLine(db, { lineId: 'new', userId: USER })],
  ['a hold', () => holdStock(db, { checkoutId: 'k7', lines: STOCK_LINES })],
  [
    'a release',
    () => movePieces(db, { checkoutId: 'k7', from: ['held'], to: 'shelf', reason: 'release', actorId: null }),
  ],
  ['an open checkout', () => lockOpenCheckout(db, { userId: USER, isSandbox: true }, 6)],
  ['how long another hold has to wait', () => findHoldWaits(db, { userId: USER, network: '203.0.113.7' })],
  ['the checkout of a payment', () => lockCheckout(db, 'k7')],
  ['the checkout of a provider’s order', () => findCheckoutByProviderOrder(db, 'order_7')],
  ['what a checkout holds', () => listHeldLines(db, 'k7')],
  ['the holds that have ended', () => listExpiredCheckouts(db, 100)],
  ['an own order', () => findOwnOrder(db, USER, 'order_306')],
  [
    'the address of an own order',
    () =>
      updateAddress(db, {
        userId: USER,
        orderId: 'order_306',
        address: ADDRESS,
        buyerGstin: undefined,
        buyerFirm: undefined,
      }),
  ],
  ['a customer’s orders', () => listOrdersOf(db, USER, 20)],
  ['the mails that are due', () => claimMails(db, DUE_MAIL_NAMES, { limit: 10, leaseSeconds: 60 })],
  ['a mail that was sent', () => saveMailReports(db, [{ mail: SENT_MAIL, outcome: 'sent', waitSeconds: null }])],
  [
    'a mailbox’s mails of the last day',
    () =>
      countOtherMails(db, { mailboxHash: Buffer.from('00', 'hex'), mailId: 'mail', budget: 'account', askedBy: null }),
  ],
  ['the invoice that a refund corrects', () => findCreditableInvoice(db, 'o60')],
  [
    'a page of a month’s documents',
    () => listMonthDocuments(db, { month: '2026-11', isSandbox: true }, { ...FIRST, list: 'all' }),
  ],
  ['the orders that mails are about', () => listOrdersById(db, ['o60', 'o61'])],
  [
    'the newest orders',
    () => listOrders(db, { status: undefined, search: undefined, from: undefined, to: undefined }, FIRST),
  ],
  [
    'the orders to ship',
    () => listOrders(db, { status: 'order placed', search: undefined, from: undefined, to: undefined }, FIRST),
  ],
])('%s has an index to its rows', async (_name, work) => {
  expect(await readWhole(work)).toEqual([])
})

test('a table that is read from end to end is noticed', async () => {
  const unindexed = () => db.selectFrom('products').select('id').where('fabric', '=', 'linen').execute()
  expect(await readWhole(unindexed)).toEqual(['products'])
})

test('whoever checks all that must hold reads no table once for each order', async () => {
  const invariants = await readFile(new URL('../server/orders/invariants.sql', import.meta.url), 'utf8')
  const { rows } = await engine.query<{ 'QUERY PLAN': { Plan: Step }[] }>(
    `explain (analyze, format json) ${invariants}`,
  )
  const steps = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => stepsOf(Plan))
  const again = steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Actual Loops'] > MOST_TIMES)
  expect(steps.length).toBeGreaterThan(300)
  expect(again.map((step) => step['Relation Name'])).toEqual([])
})
