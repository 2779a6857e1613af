import type { z } from 'zod'

import type { Category, ProductListAnswer, ProductListQuery } from '#contract/catalogue/catalogue.ts'
import type { Listing, ProductIndex } from '#server/catalogue/search/listing.ts'

import { countFacets, matches, type Filters } from '#server/catalogue/search/filters.ts'
import { markNew } from '#server/catalogue/lists/new-products.ts'
import { findNearest } from '#server/catalogue/search/nearest.ts'
import { findProducts, type Search } from '#server/catalogue/search/search.ts'
import { parseSearch } from '#server/catalogue/search/parse-search.ts'
import { notFound } from '#server/errors.ts'
import { windowOf } from '#server/db/pagination.ts'

type ListQuery = z.output<typeof ProductListQuery>

// A filter in rupees may have more than two decimals. It is rounded to four, so that 500.01 is not 50001.000000000007 paise.
const exactPaise = (rupees: number) => Math.round(rupees * 10_000) / 100

/** The values of `S,M`, in lower case as they are compared. The whole text is one of them too, because a colour's name may contain a comma. */
function valuesOf(text: string | undefined): ReadonlySet<string> | undefined {
  return text ? new Set([text, ...text.split(',').map((value) => value.trim())]) : undefined
}

/** A lowest price above the highest was typed into the wrong field. */
const inSequence = <Bound extends number | '' | undefined>(low: Bound, high: Bound): [Bound, Bound] =>
  typeof low === 'number' && typeof high === 'number' && low > high ? [high, low] : [low, high]

function filtersOf(query: ListQuery, within: string | undefined): Filters {
  const { category, size, colour, origin, fit, fabric, discounted, inStock } = query
  const [minPrice, maxPrice] = inSequence(query.minPrice, query.maxPrice)
  return {
    within,
    categories: valuesOf(category?.toLowerCase()),
    lowestPaise: typeof minPrice === 'number' ? Math.ceil(exactPaise(minPrice)) : undefined,
    highestPaise: typeof maxPrice === 'number' ? Math.floor(exactPaise(maxPrice)) : undefined,
    sizes: valuesOf(size?.toLowerCase()),
    colours: valuesOf(colour?.toLowerCase()),
    origins: valuesOf(origin?.toLowerCase()),
    fits: valuesOf(fit?.toLowerCase()),
    fabrics: valuesOf(fabric?.toLowerCase()),
    isDiscounted: discounted === 'true' || undefined,
    isInStock: inStock === 'true' || undefined,
  }
}

/** A text in lower case, whether its accents are composed or not. */
const typedAlike = (text: string) => text.normalize('NFKC').toLowerCase()

/** The category with this slug, or else with this name, in any case and any way of typing. */
export function findCategory(categories: readonly Category[], slug: string): Category | undefined {
  const wanted = typedAlike(slug)
  return (
    categories.find((each) => typedAlike(each.slug) === wanted) ??
    categories.find(({ name }) => typedAlike(name) === wanted)
  )
}

function nearestOf(listing: Listing, search: Search) {
  const { products, kind } = findNearest(listing, search)
  return { nearest: products.map(({ product }) => product), nearestKind: kind }
}

/**
 * One page of the products on sale, or of one category's, searched, filtered and sorted. A page past the end is empty. Throws not-found
 * (404) for an unknown category.
 */
export async function listProducts(index: ProductIndex, query: ListQuery, slug?: string): Promise<ProductListAnswer> {
  const listing = await index.read()
  const category = slug === undefined ? undefined : findCategory(listing.categories, slug)
  if (slug !== undefined && !category) throw notFound('Category')
  const filters = filtersOf(query, category?._id)
  const search = query.search ? parseSearch(listing, query.search, query.exact === 'true') : undefined
  const candidates = search
    ? findProducts(listing, search, query.sort || undefined)
    : listing.inOrder(query.sort || 'name')
  const isNarrowed = Object.values(filters).some((filter) => filter !== undefined)
  const found = isNarrowed ? candidates.filter((listed) => matches(listed, filters)) : candidates
  const { limit, offset } = windowOf(query)
  return {
    products: markNew(
      listing,
      found.slice(offset, offset + limit).map(({ product }) => product),
      Date.now(),
    ),
    totalProducts: found.length,
    totalPages: Math.ceil(found.length / limit),
    currentPage: query.page ?? 1,
    ...(query.facets === 'true' && { facets: countFacets(candidates, filters, listing.categories) }),
    ...(search?.note && { search: search.note }),
    ...(search && found.length === 0 && nearestOf(listing, search)),
  }
}
