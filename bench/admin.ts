import { sql } from 'kysely'

import type { OpenDatabase } from '#server/db/database.ts'

import { insertSeededContacts } from '#demo/seed-contacts-queries.ts'
import { seedOrders } from '#demo/seed-orders.ts'

import { onEachEngine } from './engines.ts'
import { createTimes, playRounds } from './figures.ts'
import { withShop } from './shop.ts'

const PRODUCTS = 10_000
const SAMPLES = 5
const SIZES = { orders: 50_000, contacts: 5000, reviews: 5000, deleted: 500, comparisons: 1000 }

/** Every list of the administrators, each with the queries that narrow and sort it. */
const LISTS: Readonly<Record<string, string>> = {
  'getallorders?limit=50&': `
    page=1 page=1000 page=1&sort=oldest page=1&sort=total-desc page=1&sort=total-asc page=500&sort=total-asc
    page=1&status=order+placed page=1&status=delivered page=1&status=delivered&sort=total-desc
    page=60&status=cancelled page=1&from=2020-01-01&status=shipped page=1&search=customer-1234%40
    page=1&search=Asha+Rao page=1&search=as page=1&search=example.com page=1&search=qqqqzzzz
  `,
  'order-counts': '',
  'order-counts?': 'search=Asha+Rao search=example.com',
  'products?': 'page=1',
  'products/list?limit=50&': `
    page=1 page=190 page=1&sort=-name page=1&sort=price page=1&sort=-price page=1&sort=stock
    page=1&sort=-stock page=1&sort=-created page=1&sort=created page=1&category=shirts
    page=1&category=shirts&sort=stock page=1&stock=low page=1&stock=low&threshold=60&sort=stock
    page=1&stock=out page=1&stock=gaps page=1&search=oxford page=1&search=oxford&sort=-stock page=1&search=a
    page=1&search=qqqqzzzz page=1&state=deleted page=1&state=deleted&search=oxford
  `,
  'getallcontacts?limit=50&': `
    page=1 page=100 page=1&sort=unread page=1&isRead=false page=1&search=number+49 page=1&search=oxford
    page=1&search=nu
  `,
  'reviews?limit=50&': 'page=1 page=100',
  'reconciliations?limit=50&': 'page=1',
  'audit?limit=50&': `
    page=1 page=200 page=1&area=refund page=1&person=shop page=1&search=5eed0d00000000000000c34f
    page=1&search=delivered page=1&search=qqqqzzzz page=1&area=order&search=cancelled
  `,
  dashboard: '',
  'figures?': 'days=1 days=7 days=30',
}

/** Fills a shop that has its products with what administrators look at: every list has more than a page. */
async function fill(database: OpenDatabase): Promise<void> {
  await seedOrders(database, SIZES.orders, () => undefined)
  await database.withoutTimeLimit(async (db) => {
    await insertSeededContacts(db, SIZES.contacts)
    await sql`
      insert into reviews (id, product_id, user_id, rating, text, created_at)
      select 'review-' || row_number() over (), product_id, user_id, 3 + hashtext(product_id) % 3, 'Fits as it should.', created_at
      from (
        select distinct on (line.product_id, orders.user_id) line.product_id, orders.user_id, orders.created_at
        from orders join order_lines line on line.order_id = orders.id
        where orders.status = 'delivered' limit ${SIZES.reviews}
      ) bought`.execute(db)
    await sql`
      update products set deleted_at = now() - interval '1 hour'
      where id in (select id from products order by id desc limit ${SIZES.deleted})`.execute(db)
    // The newest comparison is only just over, so that the job makes none during the measurement.
    await sql`
      insert into reconciliations (id, status, from_at, to_at, created_at, finished_at)
      select 'comparison-' || day, 'done', now() - interval '1 day' * (day + 3), now() - interval '1 day' * day,
        now() - interval '1 day' * day, now() - interval '1 day' * day
      from generate_series(0, ${SIZES.comparisons}::int - 1) day`.execute(db)
    await sql`vacuum analyze`.execute(db)
  })
}

const PATHS = Object.entries(LISTS).flatMap(([list, queries]) =>
  queries
    .trim()
    .split(/\s+/)
    .map((query) => list + query),
)

/**
 * Every list of the administrators in a large shop: from the call to the last byte, one after the other. The embedded
 * engine is measured with `--large` only.
 */
export const admin = onEachEngine(async ({ name, createDatabase }, { rounds, isLarge, say }) => {
  if (name === 'embedded' && !isLarge) return []
  const databaseUrl = await createDatabase()
  return withShop({ databaseUrl, products: PRODUCTS, fill }, async ({ administrator }) => {
    say(`${name}, filled`)
    return playRounds(rounds, name, async () => {
      const found: Record<string, [number, string]> = {}
      for (const path of PATHS) {
        const times = createTimes()
        while (times.count() < SAMPLES) await times.of(administrator.ask('GET', `/api/admin/${path}`))
        found[path] = [times.percentile(50), 'ms']
      }
      return found
    })
  })
})
