import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** The products on sale or in drafts whose cover is one of these pictures. */
export async function listProductsWithCover(db: Db, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select products.id from products
    join product_images cover on cover.product_id = products.id and cover.position = 0
    where products.deleted_at is null and cover.picture_hash = any (${hashes}::text[])
    order by products.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these categories those that hold nothing any more. */
export async function listEmptyCategories(db: Db, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from categories
    where slug = any (${slugs}::text[]) and not exists (
      select from products where products.category_id = categories.id and products.deleted_at is null
    )
    order by position, name`.execute(db)
  return rows.map(({ name }) => name)
}
