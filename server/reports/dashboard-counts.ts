import { sql } from 'kysely'

import type { Dashboard } from '#contract/reports.ts'
import type { Db } from '#server/db/open.ts'

/** The numbers of products and categories in the shop, and of all orders, cancelled ones included. */
export async function countEverything(db: Db): Promise<Dashboard> {
  const { rows } = await sql<Omit<Dashboard, 'categcount'>>`
    select
      (select count(*) from product_list) as prodcount,
      (select count(*) from orders) as ordercount,
      coalesce((
        select json_agg(json_build_object('_id', id, 'name', name, 'slug', slug) order by position, name)
        from categories where deleted_at is null
      ), '[]') as categories`.execute(db)
  const { prodcount = 0, ordercount = 0, categories = [] } = rows[0] ?? {}
  return { prodcount, categcount: categories.length, ordercount, categories }
}
