import type { z } from 'zod'

import type {
  AdminListAnswer,
  AdminProduct,
  AdminProducts,
  AdminProductsQuery,
} from '#contract/catalogue/admin-catalogue.ts'
import type { Db } from '#server/db/database.ts'

import { DEFAULT_LIMIT, MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'
import {
  chooseProducts,
  findIds,
  isNamed,
  listByName,
  type ListSource,
  type ListWanted,
  type Wanted,
} from '#server/catalogue/admin/admin-product-filters.ts'
import { listAdminRows } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { adminProductFromRow } from '#server/catalogue/product-from-row.ts'
import { windowOf } from '#server/db/pagination.ts'

/** The ids of the products on all pages of a list, in its order. */
export async function listAdminProductIds(source: ListSource, wanted: Wanted): Promise<string[]> {
  return (await chooseProducts(source, wanted)).ids
}

/**
 * One page of the products, searched, filtered and sorted over the whole catalogue; by name by default. A page past the
 * end is empty, and so is every page of a category that does not exist.
 */
export async function listProductsForAdmin(
  source: ListSource,
  { page = 1, limit = DEFAULT_LIMIT, ...wanted }: ListWanted,
): Promise<Omit<AdminListAnswer, 'lowStock'>> {
  const { category, found, ids } = await chooseProducts(source, wanted)
  const { offset } = windowOf({ page, limit })
  const rows = await listAdminRows(source.db, ids.slice(offset, offset + limit))
  const codeOf = (id: string) => {
    const foundCode = found?.get(id)
    return foundCode === undefined ? {} : { foundCode }
  }
  return {
    products: rows.map((row) => ({ ...adminProductFromRow(row), ...codeOf(row.id) })),
    ...(category && { category }),
    totalProducts: ids.length,
    totalPages: Math.ceil(ids.length / limit),
    currentPage: page,
  }
}

/**
 * Products by the name of their category, or of one category, given by name, slug or id. A page is a page of each
 * category; without page and limit it has all products, at most `MAX_LIST`. A category without products has an empty
 * list.
 */
export async function listProductsByCategory(
  source: ListSource,
  { category: wanted, search, ...page }: z.output<typeof AdminProductsQuery>,
): Promise<AdminProducts> {
  const found = await findIds(source.db, search, false)
  const { limit, offset } = windowOf(page)
  const [byName, { categories }] = await listByName(source, 'all')
  const shown = categories.filter((each) => !wanted || isNamed(each, wanted))
  const byCategory = Map.groupBy(
    byName.filter((product) => !found || found.has(product._id)),
    (product) => product.category._id,
  )
  const pages = shown.flatMap(({ _id }) => byCategory.get(_id)?.slice(offset, offset + limit) ?? [])
  const products = new Map<string, AdminProduct[]>(shown.map(({ name }) => [name, []]))
  const ids = pages.slice(0, MAX_LIST).map(({ _id }) => _id)
  for (const row of await listAdminRows(source.db, ids)) products.get(row.categoryName)?.push(adminProductFromRow(row))
  return { products: Object.fromEntries(products) }
}

/**
 * The products with these ids that are not deleted, in any order. What open payments hold is left out, because it
 * changes without the product: the stock by place has it.
 */
export async function listProductsWithIds(db: Db, ids: readonly string[]): Promise<AdminProduct[]> {
  const rows = await listAdminRows(db, ids)
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map((row) => adminProductFromRow({ ...row, promised: null }))
}
