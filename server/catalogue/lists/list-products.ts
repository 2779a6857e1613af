import type { z } from 'zod'

import type { Category, ProductListAnswer, ProductListQuery } from '#contract/catalogue/catalogue.ts'
import type { ListedCollection, ListedProduct, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'

import { COUNTED_COLLECTIONS } from '#contract/catalogue/collections/collection-limits.ts'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import { inSequence } from '#contract/catalogue/lists/price-ranges.ts'
import { countFacets, matches, type CountedBy, type Filters } from '#server/catalogue/search/filters.ts'
import { markNew } from '#server/catalogue/lists/new-products.ts'
import { findNearest } from '#server/catalogue/search/nearest.ts'
import { findProducts, type Search } from '#server/catalogue/search/search.ts'
import { parseSearch } from '#server/catalogue/search/parse-search.ts'
import { latinSize } from '#server/catalogue/size-order.ts'
import { notFound } from '#server/errors.ts'
import { windowOf } from '#server/db/pagination.ts'

type ListQuery = z.output<typeof ProductListQuery>

// A filter in rupees may have more than two decimals. It is rounded to four, so that 500.01 is not 50001.000000000007
// paise.
const exactPaise = (rupees: number) => Math.round(rupees * 10_000) / 100

/** A comma that no backslash makes a value's own, but that looks so: "Black, White". */
const LOOSE_COMMA = /(?<!\\), /

/**
 * The values of `S,M`, in lower case as they are compared. A text with a loose comma, as older addresses have it, is
 * one value where a product has it, and else several.
 */
function valuesOf(typed: string | undefined, isKnown: (values: ReadonlySet<string>) => boolean) {
  if (!typed) return undefined
  const text = typed.toLowerCase()
  const whole = new Set([text])
  return LOOSE_COMMA.test(text) && isKnown(whole) ? whole : new Set([text, ...splitValues(text)])
}

function filtersOf(listing: Listing, query: ListQuery): Filters {
  const { category, size, colour, origin, fit, fabric, sleeve, discounted, inStock } = query
  const [minPrice, maxPrice] = inSequence(query.minPrice, query.maxPrice)
  const isKnown = (filters: Filters) => listing.inOrder('name').some((listed) => matches(listed, filters))
  return {
    categories: valuesOf(category, (categories) => isKnown({ categories })),
    lowestPaise: typeof minPrice === 'number' ? Math.ceil(exactPaise(minPrice)) : undefined,
    highestPaise: typeof maxPrice === 'number' ? Math.floor(exactPaise(maxPrice)) : undefined,
    sizes: valuesOf(size && latinSize(size), (sizes) => isKnown({ sizes })),
    colours: valuesOf(colour, (colours) => isKnown({ colours })),
    origins: valuesOf(origin, (origins) => isKnown({ origins })),
    fits: valuesOf(fit, (fits) => isKnown({ fits })),
    fabrics: valuesOf(fabric, (fabrics) => isKnown({ fabrics })),
    sleeves: valuesOf(sleeve, (sleeves) => isKnown({ sleeves })),
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

/** A list that holds no more than a part of the catalogue, whatever is chosen: of a category, or of a collection. */
type Part = { category: string } | { collection: string }

/** The part, or what the list is narrowed by, as the listing has it. Throws not-found (404) for an unknown part. */
function findPart({ categories, collections }: Listing, { collection }: ListQuery, part: Part | undefined) {
  if (!part) return { collection: collection ? collections.find(collection) : undefined }
  if ('collection' in part) {
    const own = collections.find(part.collection)
    if (!own) throw notFound('Collection')
    return { own, collection: own }
  }
  const category = findCategory(categories, part.category)
  if (!category) throw notFound('Category')
  return { within: category._id, collection: collection ? collections.find(collection) : undefined }
}

const shownCollection = ({ _id, title, slug, text, picture, pictureWords }: ListedCollection) => ({
  _id,
  title,
  slug,
  text,
  picture,
  pictureWords,
})

/** What a list is counted by: its own collection's would say nothing. */
const countedBy = ({ categories, collections }: Listing, own: ListedCollection | undefined): CountedBy => ({
  categories,
  collections: (own ? [] : collections.all())
    .slice(0, COUNTED_COLLECTIONS)
    .map((collection) => ({ collection, numbers: collections.numbersOf(collection) })),
})

const NO_NUMBERS: ReadonlySet<number> = new Set()

/**
 * One page of the products on sale, or of a part of them, searched, filtered and sorted. A page past the end is empty.
 * Throws not-found (404) for an unknown part.
 */
export async function listProducts(index: ProductIndex, query: ListQuery, part?: Part): Promise<ProductListAnswer> {
  const listing = await index.read()
  const { within, own, collection } = { within: undefined, own: undefined, ...findPart(listing, query, part) }
  const numbers = collection && listing.collections.numbersOf(collection)
  const filters: Filters = {
    ...filtersOf(listing, query),
    within,
    numbers: own || !query.collection ? undefined : (numbers ?? NO_NUMBERS),
  }
  const search = query.search ? parseSearch(listing, query.search, query.exact === 'true') : undefined
  const candidates = candidatesOf(listing, query, search, own)
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
    ...(query.facets === 'true' && { facets: countFacets(candidates, filters, countedBy(listing, own)) }),
    ...(collection && { collection: shownCollection(collection) }),
    ...(search?.note && { search: search.note }),
    ...(search && found.length === 0 && nearestOf(listing, search)),
  }
}

/**
 * Everything that a list may hold before its filters, in its order: of a collection its own, unless another is asked
 * for.
 */
function candidatesOf(
  listing: Listing,
  { sort }: ListQuery,
  search: Search | undefined,
  own: ListedCollection | undefined,
): readonly ListedProduct[] {
  if (own && !search && !sort) return listing.collections.productsOf(own)
  const candidates = search ? findProducts(listing, search, sort || undefined) : listing.inOrder(sort || 'name')
  if (!own) return candidates
  const numbers = listing.collections.numbersOf(own)
  return candidates.filter(({ number }) => numbers.has(number))
}
