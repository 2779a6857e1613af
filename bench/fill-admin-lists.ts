import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { insertSeededContacts } from '#demo/seed-contacts-queries.ts'
import { seedOrders } from '#demo/seed-orders.ts'
import { openPrepared, type PreparedShop } from './prepare.ts'

const SIZES = { orders: 50_000, contacts: 5000, reviews: 5000, deleted: 500, comparisons: 1000 }

/** What the seeds do not bring: every list has more than a page. The newest comparison is of now, so that none is made meanwhile. */
async function insertRest(db: Db): Promise<void> {
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
  await sql`
    insert into reconciliations (id, status, from_at, to_at, created_at, finished_at)
    select 'comparison-' || day, 'done', now() - interval '1 day' * (day + 3), now() - interval '1 day' * day,
      now() - interval '1 day' * day, now() - interval '1 day' * day
    from generate_series(0, ${SIZES.comparisons}::int - 1) day`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Fills a shop that has its products with what administrators look at. */
export async function fillAdminLists(settings: PreparedShop['settings']): Promise<void> {
  const database = await openPrepared(settings)
  try {
    await seedOrders(database, SIZES.orders, () => undefined)
    await database.withoutTimeLimit(async (db) => {
      await insertSeededContacts(db, SIZES.contacts)
      await insertRest(db)
    })
  } finally {
    await database.close()
  }
}
