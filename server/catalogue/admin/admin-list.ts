import type { z } from 'zod'

import type { AdminListAnswer, AdminListQuery } from '#contract/admin-catalogue.ts'
import type { Category } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { DEFAULT_LIMIT } from '#contract/catalogue-rules.ts'
import { listAdminIds, listAdminPage, type AdminFilters } from '#server/catalogue/admin/admin-list-queries.ts'
import { isNamed } from '#server/catalogue/admin/admin-products.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { presentAdminProduct } from '#server/catalogue/product-view.ts'
import { searchFor } from '#server/catalogue/storefront/search.ts'
import { windowOf } from '#server/pagination.ts'

const NOTHING = { products: [], totalProducts: 0, totalPages: 0 }

async function findCategory(db: Db, wanted: string): Promise<Category | undefined> {
  return (await listCategoryRows(db)).find((category) => isNamed(category, wanted))
}

type Wanted = Omit<z.output<typeof AdminListQuery>, 'page' | 'limit'>

/** What a list is narrowed to; undefined where it names a category that does not exist, so that nothing is in it. */
async function filtersFor(db: Db, { category: wanted, search, state, stock, threshold }: Wanted) {
  const category = wanted ? await findCategory(db, wanted) : undefined
  if (wanted && !category) return undefined
  const isDeleted = state === 'deleted'
  const filters: AdminFilters = { category: category?._id, search: searchFor(search), isDeleted, stock, threshold }
  return { category, filters }
}

/** The ids of all products that a list would show, on all of its pages, in its order. */
export async function listIdsForOwner(db: Db, wanted: Wanted): Promise<string[]> {
  const narrowed = await filtersFor(db, wanted)
  return narrowed ? listAdminIds(db, narrowed.filters, wanted.sort ?? 'name') : []
}

/**
 * One page of the products as their owner looks for them, over the whole catalogue; by name unless said otherwise. A
 * page past the end is empty, and so is every page of a category that does not exist.
 */
export async function listProductsForAdmin(
  db: Db,
  { page = 1, limit = DEFAULT_LIMIT, ...wanted }: z.output<typeof AdminListQuery>,
): Promise<AdminListAnswer> {
  const narrowed = await filtersFor(db, wanted)
  if (!narrowed) return { ...NOTHING, currentPage: page }
  const { category, filters } = narrowed
  const { items, total } = await listAdminPage(db, filters, wanted.sort ?? 'name', windowOf({ page, limit }))
  return {
    products: items.map(presentAdminProduct),
    ...(category && { category }),
    totalProducts: total,
    totalPages: Math.ceil(total / limit),
    currentPage: page,
  }
}
