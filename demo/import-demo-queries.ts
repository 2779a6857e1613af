import { sql } from 'kysely'

import type { DetailDefaults } from '#contract/catalogue/product-fields.ts'
import type { Db } from '#server/db/database.ts'

interface NewCategoryRow {
  id: string
  name: string
  slug: string
  position: number
  defaults: DetailDefaults
}

/** True where there has never been a category or a product; a deleted one counts. */
export async function isUntouched(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isUntouched: boolean }>`
    select not exists (select from categories) and not exists (select from products) as is_untouched`.execute(db)
  return rows[0]?.isUntouched ?? false
}

export async function insertCategories(db: Db, categories: readonly NewCategoryRow[]): Promise<void> {
  await db
    .insertInto('categories')
    .values(categories.map(({ defaults, ...category }) => ({ ...category, detailDefaults: JSON.stringify(defaults) })))
    .execute()
}

export async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('productList')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function hasProduct(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** After many new rows: gives the planner fresh statistics and merges what waits in the search indexes. */
export async function tidyTables(db: Db): Promise<void> {
  for (const table of ['products', 'product_sizes', 'product_images', 'product_list', 'stock_ledger']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}
