import type { z } from 'zod'

import type { AdminListAnswer, AdminListQuery } from '#contract/admin-catalogue.ts'
import type { Category } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { DEFAULT_LIMIT } from '#contract/catalogue-rules.ts'
import { listAdminPage, type AdminFilters } from '#server/catalogue/owner/admin-list-queries.ts'
import { isNamed } from '#server/catalogue/owner/admin-products.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { presentAdminProduct } from '#server/catalogue/product-view.ts'
import { searchFor } from '#server/catalogue/shelf/search.ts'
import { windowOf } from '#server/list-page.ts'

const NOTHING = { products: [], totalProducts: 0, totalPages: 0 }

async function findCategory(db: Db, wanted: string): Promise<Category | undefined> {
  return (await listCategoryRows(db)).find((category) => isNamed(category, wanted))
}

/**
 * One page of the products as their owner looks for them, over the whole catalogue; by name unless said otherwise. A
 * page past the end is empty, and so is every page of a category that does not exist.
 */
export async function listForOwner(
  db: Db,
  {
    page = 1,
    limit = DEFAULT_LIMIT,
    category: wanted,
    search,
    state,
    stock,
    threshold,
    sort,
  }: z.output<typeof AdminListQuery>,
): Promise<AdminListAnswer> {
  const category = wanted ? await findCategory(db, wanted) : undefined
  if (wanted && !category) return { ...NOTHING, currentPage: page }
  const filters: AdminFilters = {
    category: category?._id,
    search: searchFor(search),
    isDeleted: state === 'deleted',
    stock,
    threshold,
  }
  const { items, total } = await listAdminPage(db, filters, sort ?? 'name', windowOf({ page, limit }))
  return {
    products: items.map(presentAdminProduct),
    ...(category && { category }),
    totalProducts: total,
    totalPages: Math.ceil(total / limit),
    currentPage: page,
  }
}
