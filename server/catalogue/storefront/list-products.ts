import type { z } from 'zod'

import type { Category, ProductListAnswer, ProductListQuery } from '#contract/catalogue.ts'
import type { Filters } from '#server/catalogue/storefront/list-queries.ts'
import type { FacetIndex } from '#server/catalogue/storefront/facet-index.ts'
import type { Db } from '#server/db/open.ts'

import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { countRows, listPage } from '#server/catalogue/storefront/list-queries.ts'
import { presentProduct } from '#server/catalogue/product-view.ts'
import { correctSearch, searchFor, splitCategory } from '#server/catalogue/storefront/search.ts'
import { notFound } from '#server/errors.ts'
import { windowOf } from '#server/pagination.ts'

type ListQuery = z.output<typeof ProductListQuery>

// A filter in rupees may have more than two decimals. Four are kept, so that 500.01 is not 50001.000000000007 paise.
const exactPaise = (rupees: number) => Math.round(rupees * 10_000) / 100

function filtersOf(query: ListQuery, within: string | undefined): Filters {
  const { category, minPrice, maxPrice, size, colour, inStock, search } = query
  return {
    within,
    category: category || undefined,
    lowestPaise: typeof minPrice === 'number' ? Math.ceil(exactPaise(minPrice)) : undefined,
    highestPaise: typeof maxPrice === 'number' ? Math.floor(exactPaise(maxPrice)) : undefined,
    size: size || undefined,
    colour: colour || undefined,
    isInStock: inStock === 'true' || undefined,
    search: searchFor(search),
  }
}

const countAll = (db: Db, filters: Filters, mirror: FacetIndex) =>
  filters.search ? countRows(db, filters) : mirror.count(filters)

/** The filters with a search that means something, where the one that was typed finds nothing even without them. */
async function correctFilters(db: Db, filters: Filters): Promise<Filters | undefined> {
  const { search, ...others } = filters
  if (!search) return undefined
  const isNarrowed = Object.values(others).some((filter) => filter !== undefined)
  if (isNarrowed && (await countRows(db, { search })) > 0) return undefined
  const corrected = await correctSearch(db, search)
  return corrected && { ...others, search: corrected }
}

/** The filters with one word of the search taken as a category, outside of a category's own list. */
async function splitFilters(db: Db, { search, ...others }: Filters): Promise<Filters | undefined> {
  const split = search && others.within === undefined ? await splitCategory(db, search) : undefined
  return split && { ...others, search: split.search, within: split.category }
}

/** One page of the products that are on sale, narrowed and sorted as asked. A page past the end is empty. */
export async function listProducts(
  db: Db,
  query: ListQuery,
  facetIndex: FacetIndex,
  category?: Category,
): Promise<ProductListAnswer> {
  const window = windowOf(query)
  const sort = query.sort || 'name'
  let filters = filtersOf(query, category?._id)
  let page = await listPage(db, filters, sort, window)
  const corrected = page.total === 0 ? await correctFilters(db, filters) : undefined
  if (corrected) {
    filters = corrected
    page = await listPage(db, filters, sort, window)
  }
  const split = corrected && page.total === 0 ? await splitFilters(db, corrected) : undefined
  if (split) {
    filters = split
    page = await listPage(db, filters, sort, window)
  }

  const [totalProducts, facets] = await Promise.all([
    page.total ?? countAll(db, filters, facetIndex),
    query.facets === 'true' ? facetIndex.countFacets(filters) : undefined,
  ])
  return {
    products: page.rows.map(presentProduct),
    totalProducts,
    totalPages: Math.ceil(totalProducts / window.limit),
    currentPage: query.page ?? 1,
    ...(facets && { facets }),
  }
}

/** The category of this slug in any case, else of this name. */
export function findCategory(categories: readonly Category[], slug: string): Category | undefined {
  const wanted = slug.toLowerCase()
  return categories.find((each) => each.slug === wanted) ?? categories.find(({ name }) => name.toLowerCase() === wanted)
}

/** The same for one category, by its slug or its name; throws not-found (404) for an unknown one. */
export async function listCategoryProducts(
  db: Db,
  slug: string,
  query: ListQuery,
  facetIndex: FacetIndex,
): Promise<ProductListAnswer> {
  const category = findCategory(await listCategoryRows(db), slug)
  if (!category) throw notFound('Category')
  return listProducts(db, query, facetIndex, category)
}
