import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** All products on sale, the oldest first. */
export async function listIdsOnSale(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').where('deletedAt', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Products on sale under one of the names, in lower case. */
export async function listOnSaleNamed(
  db: Db,
  names: readonly string[],
): Promise<{ categoryId: string; name: string }[]> {
  const { rows } = await sql<{ categoryId: string; name: string }>`
    select category_id, name from products
    where deleted_at is null and lower(trim(name)) = any(${names}::text[])`.execute(db)
  return rows
}
