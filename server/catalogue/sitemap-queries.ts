import { sql } from 'kysely'

import type { Window } from '#server/pagination.ts'
import type { Db } from '#server/db/open.ts'

/** Ids of the products on sale, in a stable order, each with its number of pictures. */
export async function listPictureCounts(db: Db, { limit, offset }: Window) {
  const { rows } = await sql<{ id: string; pictures: number }>`
    with page as materialized (
      select id from products where is_on_sale order by id limit ${limit} offset ${offset}
    )
    select page.id, count(product_images.product_id)::int as pictures
    from page left join product_images on product_images.product_id = page.id
    group by page.id order by page.id`.execute(db)
  return rows
}
