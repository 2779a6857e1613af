import { sql } from 'kysely'

import type { AdminCategory } from '#contract/catalogue/admin-categories.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { DetailDefaults } from '#contract/catalogue/product-fields.ts'
import type { Db } from '#server/db/database.ts'

import { isUniqueViolation } from '#server/db/database-errors.ts'

interface CategoryRow {
  id: string
  name: string
  slug: string
}

const categoryFromRow = ({ id, name, slug }: CategoryRow): Category => ({ _id: id, name, slug })

/** The categories in the shop's order, with the default details of their products. */
export async function listAdminCategories(db: Db): Promise<AdminCategory[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'detailDefaults', 'returnDays'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('name')
    .execute()
  return rows.map(({ detailDefaults, returnDays, ...row }) => {
    return { ...categoryFromRow(row), defaults: detailDefaults, returnDays }
  })
}

/** How many products each category has, drafts among them, by its id. One without products is missing. */
export async function countByCategory(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select category_id as id, count(*)::integer as count from products where deleted_at is null group by category_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The same without the default details and the days of returns. */
export async function listCategories(db: Db): Promise<Category[]> {
  return (await listAdminCategories(db)).map(({ defaults: _, returnDays: __, ...category }) => category)
}

export async function writeDetailDefaults(db: Db, id: string, defaults: DetailDefaults): Promise<void> {
  await db
    .updateTable('categories')
    .set({ detailDefaults: JSON.stringify(defaults) })
    .where('id', '=', id)
    .execute()
}

export async function writeReturnDays(db: Db, id: string, returnDays: number | null): Promise<void> {
  await db.updateTable('categories').set({ returnDays }).where('id', '=', id).execute()
}

/** Names in any case and any way of typing their letters. */
const isNamed = (name: string) => sql<boolean>`lower(normalize(name, nfkc)) = lower(normalize(${name}::text, nfkc))`

/** A category by its name in any case. */
export async function findCategoryNamed(db: Db, name: string): Promise<Category | undefined> {
  const { rows } = await sql<CategoryRow>`
    select id, name, slug from categories where deleted_at is null and ${isNamed(name)}`.execute(db)
  return rows[0] && categoryFromRow(rows[0])
}

/** The same, locked so that no product is added to it until the transaction ends. */
export async function lockCategoryNamed(db: Db, name: string): Promise<Category | undefined> {
  const { rows } = await sql<CategoryRow>`
    select id, name, slug from categories
    where deleted_at is null and ${isNamed(name)} for update`.execute(db)
  return rows[0] && categoryFromRow(rows[0])
}

/** Puts a category at the end of the order; undefined if its name in any case, or its slug, exists. */
export async function insertCategory(db: Db, category: CategoryRow): Promise<Category | undefined> {
  const { rows } = await sql`
    insert into categories (id, name, slug, position)
    select ${category.id}, ${category.name}, ${category.slug}, coalesce(max(position) + 1, 0)
    from categories where deleted_at is null
    on conflict do nothing
    returning id`.execute(db)
  return rows.length === 1 ? categoryFromRow(category) : undefined
}

/** Deletes a category with its products and returns the number of these products. */
export async function removeCategory(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    with gone as (
      update categories set deleted_at = now() where id = ${id} and deleted_at is null returning id
    ),
    products_gone as (
      update products set deleted_at = now(), updated_at = now(), revision = revision + 1
      from gone where products.category_id = gone.id and products.deleted_at is null
      returning products.id
    )
    select count(*) as products from products_gone`.execute(db)
  return rows[0]?.products ?? 0
}

/**
 * Locks every category until the transaction ends, in the order of their ids, so that two transactions never deadlock.
 * Returns them as they are once locked.
 */
export async function lockAllCategories(db: Db): Promise<Category[]> {
  await sql`select from categories where deleted_at is null order by id for update`.execute(db)
  return listCategories(db)
}

/** False if another category got the name at the same moment. */
export async function writeCategoryName(db: Db, id: string, name: string): Promise<boolean> {
  try {
    await db.updateTable('categories').set({ name }).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export async function writeCategoryOrder(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update categories set position = wanted.place - 1
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    where categories.id = wanted.id`.execute(db)
}
