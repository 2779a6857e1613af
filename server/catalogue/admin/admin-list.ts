import type { z } from 'zod'

import type { AdminListAnswer, AdminListQuery } from '#contract/admin-catalogue.ts'
import type { Category, ProductDetail } from '#contract/catalogue.ts'
import type { AdminProducts, AdminProductsQuery } from '#contract/reports.ts'
import type { Db } from '#server/db/open.ts'

import { DEFAULT_LIMIT, MAX_LIST } from '#contract/catalogue-rules.ts'
import {
  listAdminIds,
  listAdminPage,
  listRowsByCategory,
  type AdminFilters,
} from '#server/catalogue/admin/admin-list-queries.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { presentAdminProduct, presentProductDetail } from '#server/catalogue/product-view.ts'
import { windowOf } from '#server/pagination.ts'

/** More words than these narrow no search that a person types. */
const MOST_WORDS = 8

/** The words of a search text; undefined where there is none. */
function searchFor(text: string | undefined): string[] | undefined {
  const words = [...new Set(text?.trim().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
  return words.length === 0 ? undefined : words
}

const NOTHING = { products: [], totalProducts: 0, totalPages: 0 }

/** Whether the text is the category’s name in any case, its slug or its id. */
function isNamed({ _id, name, slug }: Category, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return _id === wanted || slug === text || name.toLowerCase() === text
}

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

/**
 * Products by the name of their category, which may be narrowed by name, slug or id. A page is a page of each category;
 * without page and limit it is everything, up to `MAX_LIST` in all. A category without products has an empty list.
 */
export async function listAdminProducts(
  db: Db,
  { category, search, ...page }: z.output<typeof AdminProductsQuery>,
): Promise<AdminProducts> {
  const categories = (await listCategoryRows(db)).filter((each) => !category || isNamed(each, category))
  const filters = { category: categories.length === 1 ? categories[0]?._id : undefined, search: searchFor(search) }
  const rows = categories.length === 0 ? [] : await listRowsByCategory(db, filters, windowOf(page), MAX_LIST)
  const products = new Map<string, ProductDetail[]>(categories.map(({ name }) => [name, []]))
  for (const row of rows) products.get(row.categoryName)?.push(presentProductDetail(row))
  return { products: Object.fromEntries(products) }
}
