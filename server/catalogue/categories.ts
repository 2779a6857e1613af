import type { Category } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { slugOf } from '#contract/catalogue-rules.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { recordChange } from '#server/audit/service.ts'
import { insertCategory, lockCategoryNamed, removeCategory } from '#server/catalogue/category-queries.ts'
import { conflict, notFound } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'

/** Adds a category at the end; throws a conflict (409) when its name in any case, or the slug made of it, exists. */
export async function createCategory(db: Db, actorId: string, name: string): Promise<Category> {
  return db.transaction().execute(async (db) => {
    const category = await insertCategory(db, { id: newId(), name, slug: slugOf(name) })
    if (!category) {
      const sentence = 'A category with this name already exists.'
      throw conflict(sentence, { name: sentence })
    }
    await recordChange(db, {
      actorId,
      action: 'create category',
      subjectType: 'category',
      subjectId: category._id,
      after: { name: category.name, slug: category.slug },
    })
    return category
  })
}

/**
 * Takes the category of this name, in any case, and its products out of the shop; the name is free again, and orders
 * keep their own copy of what was bought. Answers the sentence that tells what happened; throws not-found (404).
 */
export async function deleteCategory(db: Db, actorId: string, name: string): Promise<string> {
  return db.transaction().execute(async (db) => {
    const category = await lockCategoryNamed(db, name, 'leaving')
    if (!category) throw notFound('Category')
    const products = await removeCategory(db, category._id)
    await recordChange(db, {
      actorId,
      action: 'delete category',
      subjectType: 'category',
      subjectId: category._id,
      before: { name: category.name, slug: category.slug, products },
    })
    if (products === 0) return WORDINGS.admin.categoryDeleted
    const went = products === 1 ? '1 product was deleted with it.' : `${products} products were deleted with it.`
    return `${WORDINGS.admin.categoryDeleted} ${went}`
  })
}
