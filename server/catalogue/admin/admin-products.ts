import type { z } from 'zod'

import type { Category, ProductDetail } from '#contract/catalogue.ts'
import type { AdminProducts, AdminProductsQuery } from '#contract/reports.ts'
import type { Db } from '#server/db/open.ts'

import { MAX_LIST } from '#contract/catalogue-rules.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { listRowsByCategory } from '#server/catalogue/storefront/list-queries.ts'
import { presentProductDetail } from '#server/catalogue/product-view.ts'
import { searchFor } from '#server/catalogue/storefront/search.ts'
import { windowOf } from '#server/pagination.ts'

/** Whether the text is the category’s name in any case, its slug or its id. */
export function isNamed({ _id, name, slug }: Category, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return _id === wanted || slug === text || name.toLowerCase() === text
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
