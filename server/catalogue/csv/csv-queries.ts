import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** All products that are not deleted, the oldest first. */
export async function listAllIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').where('deletedAt', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Products that are not deleted, under one of the names, in lower case. */
export async function listNamed(db: Db, names: readonly string[]): Promise<{ categoryId: string; name: string }[]> {
  const { rows } = await sql<{ categoryId: string; name: string }>`
    select category_id, name from products
    where deleted_at is null and lower(trim(name)) = any(${names}::text[])`.execute(db)
  return rows
}
