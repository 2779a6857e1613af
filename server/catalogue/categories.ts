import type {
  AdminCategories,
  AdminCategory,
  CategoryDefaults,
  CategoryReturnDays,
} from '#contract/catalogue/admin-categories.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/database.ts'

import { freeSlug, nameKey, slugOf } from '#contract/catalogue/slug.ts'
import { DEFAULTED_NAMES, type DetailDefaults } from '#contract/catalogue/product-fields.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { counted } from '#contract/words/counted.ts'
import { recordChange, recordChanges } from '#server/audit/service.ts'
import {
  countByCategory,
  insertCategory,
  listAdminCategories,
  listCategories,
  lockAllCategories,
  lockCategoryNamed,
  removeCategory,
  writeCategoryName,
  writeCategoryOrder,
  writeDetailDefaults,
  writeReturnDays,
} from '#server/catalogue/category-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { moveAddress } from '#server/catalogue/old-addresses/service.ts'
import { conflict, conflictIn, notFound } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

/** The categories in the shop's order, each with the number of its products. */
export async function listCountedCategories(db: Db): Promise<AdminCategories['categories']> {
  const [categories, counts] = await Promise.all([listAdminCategories(db), countByCategory(db)])
  return categories.map((category) => ({ ...category, products: counts.get(category._id) ?? 0 }))
}

/** So many administrators at once may take the slug that was about to be free. */
const MOST_TRIES = 5

const hasName = (categories: readonly Category[], name: string) =>
  categories.some((category) => nameKey(category.name) === nameKey(name))
/** A category is found by its slug and by its name in lower case. */
const categoryPath = (name: string) => `/categories/${encodeURIComponent(name.toLowerCase())}`
const nameTaken = () => conflictIn('name', 'A category with this name already exists.')

/**
 * Adds a category at the end. Throws a conflict (409) if another category has that name, whatever its case, accents,
 * blanks and hyphens. Where only the slug is taken, because the names differ in other signs or the other category was
 * renamed, it gets a number.
 */
export async function createCategory(db: Db, actorId: string, name: string): Promise<Category> {
  return inTransaction(db, async (db) => {
    const category = await insertUnderFreeSlug(db, name)
    await recordChange(db, actorId, 'create category', ['category', category._id], {
      after: { name: category.name, slug: category.slug },
    })
    return category
  })
}

async function insertUnderFreeSlug(db: Db, name: string): Promise<Category> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const categories = await lockAllCategories(db)
    if (hasName(categories, name)) break
    const slug = freeSlug(slugOf(name), new Set(categories.map((other) => other.slug)))
    // Another administrator may have taken the slug since.
    const category = await insertCategory(db, { id: newId(), name, slug })
    if (category) return category
  }
  throw nameTaken()
}

/**
 * Adds the categories of these names that do not exist yet, for an import. Call it in a transaction that has locked the
 * others. Throws a conflict (409) if somebody has added one of them meanwhile.
 */
export async function addMissingCategories(db: Db, actorId: string, names: readonly string[]): Promise<Category[]> {
  const categories = await listCategories(db)
  for (const name of names) {
    if (hasName(categories, name)) continue
    const slug = freeSlug(slugOf(name), new Set(categories.map((other) => other.slug)))
    const category = await insertCategory(db, { id: newId(), name, slug })
    if (!category) throw nameTaken()
    categories.push(category)
    await recordChange(db, actorId, 'create category', ['category', category._id], { after: { name, slug } })
  }
  return categories
}

/**
 * Deletes the category of this name, in any case, with its products. The name can be used again, and orders have their
 * own copy of what was bought. Returns the sentence for the administrator; throws not-found (404), and with
 * `isEmptyOnly` a conflict (409) if it has products.
 */
export async function deleteCategory(
  db: Db,
  actorId: string,
  name: string,
  { isEmptyOnly = false }: { isEmptyOnly?: boolean } = {},
): Promise<string> {
  return inTransaction(db, async (db) => {
    const category = await lockCategoryNamed(db, name)
    if (!category) throw notFound('Category')
    const products = await removeCategory(db, category._id)
    if (isEmptyOnly && products > 0) throw conflict(`${category.name} still has products.`)
    await recordChange(db, actorId, 'delete category', ['category', category._id], {
      before: { name: category.name, slug: category.slug, products },
    })
    if (products === 0) return ADMIN_WORDINGS.categoryDeleted
    const were = products === 1 ? 'was' : 'were'
    return `${ADMIN_WORDINGS.categoryDeleted} ${counted(products, 'product')} ${were} deleted with it.`
  })
}

/**
 * Renames a category. Its slug stays, so that no link breaks. Throws not-found (404), and a conflict (409) if another
 * category has that name, whatever its case, accents, blanks and hyphens.
 */
export async function renameCategory(db: Db, actorId: string, id: string, name: string): Promise<Category> {
  return inTransaction(db, async (db) => {
    const categories = await lockAllCategories(db)
    const category = categories.find(({ _id }) => _id === id)
    if (!category) throw notFound('Category')
    if (category.name === name) return category
    const others = categories.filter((other) => other !== category)
    if (hasName(others, name)) throw nameTaken()
    if (!(await writeCategoryName(db, id, name))) throw nameTaken()
    await moveAddress(db, categoryPath(category.name), categoryPath(category.slug))
    await recordChange(db, actorId, 'rename category', ['category', id], {
      before: { name: category.name },
      after: { name },
    })
    return { ...category, name }
  })
}

/** Replaces the default details of a category's products. Throws not-found (404). */
export async function changeCategoryDefaults(
  db: Db,
  actorId: string,
  { _id: id, defaults }: CategoryDefaults,
): Promise<AdminCategory> {
  return inTransaction(db, async (db) => {
    await lockAllCategories(db)
    const category = (await listAdminCategories(db)).find(({ _id }) => _id === id)
    if (!category) throw notFound('Category')
    const names = DEFAULTED_NAMES.filter((name) => category.defaults[name] !== defaults[name])
    if (names.length === 0) return category
    await writeDetailDefaults(db, id, defaults)
    const only = (values: DetailDefaults) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
    await recordChange(db, actorId, 'change category defaults', ['category', id], {
      before: only(category.defaults),
      after: only(defaults),
    })
    return { ...category, defaults }
  })
}

/** Sets until when products of a category may come back. Throws not-found (404). */
export async function changeReturnDays(
  db: Db,
  actorId: string,
  { _id: id, returnDays }: CategoryReturnDays,
): Promise<AdminCategory> {
  return inTransaction(db, async (db) => {
    await lockAllCategories(db)
    const category = (await listAdminCategories(db)).find(({ _id }) => _id === id)
    if (!category) throw notFound('Category')
    if (category.returnDays === returnDays) return category
    await writeReturnDays(db, id, returnDays)
    await recordChange(db, actorId, 'change category returns', ['category', id], {
      before: { returnDays: category.returnDays },
      after: { returnDays },
    })
    return { ...category, returnDays }
  })
}

/**
 * Sorts the categories everywhere. Categories that are not named come last. Throws not-found (404) for an unknown one.
 */
export async function sortCategories(db: Db, actorId: string, ids: readonly string[]): Promise<Category[]> {
  return inTransaction(db, async (db) => {
    const categories = await lockAllCategories(db)
    const named = [...new Set(ids)].map((id) => {
      const category = categories.find(({ _id }) => _id === id)
      if (!category) throw notFound('Category')
      return category
    })
    const ordered = [...named, ...categories.filter((category) => !named.includes(category))]
    const moved = ordered.filter((category, place) => category !== categories[place])
    if (moved.length === 0) return categories
    await writeCategoryOrder(
      db,
      ordered.map(({ _id }) => _id),
    )
    const entries = moved.map((category): AuditEntry => ({
      actorId,
      action: 'move category',
      subject: ['category', category._id],
      before: { position: categories.indexOf(category) + 1 },
      after: { position: ordered.indexOf(category) + 1 },
    }))
    await recordChanges(db, entries)
    return ordered
  })
}
