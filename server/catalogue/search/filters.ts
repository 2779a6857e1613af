import type { Facets } from '#contract/catalogue/catalogue.ts'
import type {
  Filtered,
  Listing,
  ListedCollection,
  ListedProduct,
  ProductNumbers,
} from '#server/catalogue/search/listing.ts'

import { COLOUR_FAMILIES } from '#contract/catalogue/colour-swatches.ts'
import { isImported } from '#contract/catalogue/country-of-origin.ts'
import { PRICE_RANGES } from '#contract/catalogue/lists/price-ranges.ts'
import { FABRIC_NAMES } from '#server/catalogue/search/fabrics.ts'
import { SLEEVE_NAMES } from '#server/catalogue/search/sleeves.ts'
import { compareSizes, latinSize, sizesIn } from '#server/catalogue/size-order.ts'

const PAISE_PER_RUPEE = 100
/** The highest paid price of each range in paise. A price between two ranges belongs to the upper one. */
const RANGE_ENDS = PRICE_RANGES.map(([, to]) => to * PAISE_PER_RUPEE)
/** A shop whose products each describe their fit in words of their own offers this many. */
const MOST_FITS = 12

/**
 * The filters of a list. A product must match every filter that is given, and one of a filter's values. Addresses are
 * typed, so the values are in lower case, sizes in the digits of English, and compared without regard to it.
 */
export interface Filters {
  /** The category whose own list this is. */
  within?: string | undefined
  /** By id or slug. */
  categories?: ReadonlySet<string> | undefined
  lowestPaise?: number | undefined
  highestPaise?: number | undefined
  sizes?: ReadonlySet<string> | undefined
  /** By name or family. */
  colours?: ReadonlySet<string> | undefined
  origins?: ReadonlySet<string> | undefined
  fits?: ReadonlySet<string> | undefined
  fabrics?: ReadonlySet<string> | undefined
  sleeves?: ReadonlySet<string> | undefined
  /** Only rules ask for tags: customers do not see them. */
  tags?: ReadonlySet<string> | undefined
  isDiscounted?: boolean | undefined
  isInStock?: boolean | undefined
  /** Those of a collection. */
  numbers?: ProductNumbers | undefined
}

const lower = (text: string) => text.toLowerCase()

/** Whether a product is in stock, in one of the sizes if some are given. */
export const isInStock = ({ product }: Filtered, sizes: Filters['sizes']): boolean =>
  sizes?.size
    ? product.sizes.some(({ size, stock }) => stock > 0 && sizes.has(lower(latinSize(size))))
    : product.stock > 0

const isDiscounted = ({ price, discountedPrice = price }: Filtered['product']) => discountedPrice < price

/** Tests each filter but stock. */
function matchEach(
  { product, number, paidPaise, families, origin, fit, fabrics, sleeves }: Filtered,
  filters: Filters,
) {
  const { within, categories, sizes, colours, origins, lowestPaise = 0, highestPaise = Infinity } = filters
  const { category, colour } = product
  return {
    within: within === undefined || category._id === within,
    category: !categories || categories.has(lower(category._id)) || categories.has(lower(category.slug)),
    price: paidPaise >= lowestPaise && paidPaise <= highestPaise,
    size: !sizes || product.sizes.some(({ size }) => sizes.has(lower(latinSize(size)))),
    colour:
      !colours ||
      (colour !== undefined && colours.has(lower(colour))) ||
      families.some((one) => colours.has(lower(one))),
    origin: !origins || (origin !== undefined && origins.has(lower(origin))),
    fit: !filters.fits || (fit !== undefined && filters.fits.has(lower(fit))),
    fabric: !filters.fabrics || fabrics.some((one) => filters.fabrics?.has(lower(one))),
    sleeve: !filters.sleeves || (sleeves !== undefined && filters.sleeves.has(lower(sleeves))),
    discount: !filters.isDiscounted || isDiscounted(product),
    collection: !filters.numbers || filters.numbers.has(number),
  }
}

/** Whether a product matches all filters. */
export function matches(product: Filtered, filters: Filters): boolean {
  const { within, category, price, size, colour, origin, fit, fabric, sleeve, discount, collection } = matchEach(
    product,
    filters,
  )
  const isMatching =
    within && category && price && size && colour && origin && fit && fabric && sleeve && discount && collection
  const isTagged = !filters.tags || product.tags.some((tag) => filters.tags?.has(lower(tag)))
  return isMatching && isTagged && (!filters.isInStock || isInStock(product, filters.sizes))
}

type Counts = Map<string, { value: string; count: number }>

function add(counts: Counts, value: string, count = 1, key = value): void {
  const known = counts.get(key)
  if (known) known.count += count
  else counts.set(key, { value, count })
}

const byFrequency = (a: { value: string; count: number }, b: { value: string; count: number }) =>
  b.count - a.count || (a.value < b.value ? -1 : 1)

const choicesOf = (counts: Counts, compare: (a: string, b: string) => number) =>
  [...counts.values()].toSorted((a, b) => compare(a.value, b.value))

/** Counts each size from the counts of joined sizes. One that is written in the digits of two scripts counts once. */
function sizesOf(bySizes: Counts): Counts {
  const counts: Counts = new Map()
  for (const { value, count } of bySizes.values()) {
    for (const size of sizesIn(value)) {
      const key = latinSize(size)
      add(counts, size, count, key)
      // Whichever product comes first, the choice is called the same.
      if (size === key) Object.assign(counts.get(key) ?? {}, { value: key })
    }
  }
  return counts
}

/** Adds up the counts of a word's spellings in upper and lower case. */
function spellingsOf(spelt: Counts): Counts {
  const counts: Counts = new Map()
  for (const { value, count } of spelt.values()) add(counts, value, count, value.toLowerCase())
  return counts
}

/** What a list is counted by besides the facts of its products. */
export interface CountedBy {
  categories: Listing['categories']
  collections: readonly { collection: Pick<ListedCollection, 'slug' | 'title'>; numbers: ProductNumbers }[]
}

/** Counts the products that each choice of a filter would leave, with all other filters applied. */
export function countFacets(
  products: Iterable<ListedProduct>,
  filters: Filters,
  { categories, collections }: CountedBy,
): Facets {
  const byCategory: Counts = new Map()
  /**
   * Counts joined sizes, which many products share. Counting each size would take as long as all other counts together.
   */
  const bySizes: Counts = new Map()
  const byColour: Counts = new Map()
  const byFamily: Counts = new Map()
  const prices = RANGE_ENDS.map(() => 0)
  const byOrigin: Counts = new Map()
  const byFit: Counts = new Map()
  const byFabric: Counts = new Map()
  const bySleeve: Counts = new Map()
  const byCollection = collections.map(() => 0)
  let discounted = 0
  const origins = new Set<string | undefined>()
  let inStock = 0
  let withSoldOut = 0
  for (const each of products) {
    const { product, paidPaise, families } = each
    const { within, category, price, size, colour, origin, fit, fabric, sleeve, discount, collection } = matchEach(
      each,
      filters,
    )
    if (!within) continue
    origins.add(each.origin)
    const isBuyable = isInStock(each, filters.sizes)
    const stock = !filters.isInStock || isBuyable
    const misses =
      Number(!category) +
      Number(!price) +
      Number(!size) +
      Number(!colour) +
      Number(!origin) +
      Number(!fit) +
      Number(!fabric) +
      Number(!sleeve) +
      Number(!discount) +
      Number(!collection)
    /** Whether it matches all other filters, given the result of its own. */
    const matchesOthers = (own: boolean) => misses === (own ? 0 : 1)
    if (matchesOthers(category) && stock) add(byCategory, product.category._id)
    if (matchesOthers(price) && stock) {
      const range = RANGE_ENDS.findIndex((end) => paidPaise <= end)
      if (range >= 0) prices[range] = (prices[range] ?? 0) + 1
    }
    if (matchesOthers(size)) add(bySizes, filters.isInStock ? each.sizesInStock : each.sizes)
    if (matchesOthers(colour) && stock) {
      if (product.colour !== undefined) add(byColour, product.colour)
      for (const family of families) add(byFamily, family)
    }
    if (matchesOthers(origin) && stock && each.origin !== undefined) add(byOrigin, each.origin)
    if (matchesOthers(fit) && stock && each.fit !== undefined) add(byFit, each.fit)
    if (matchesOthers(fabric) && stock) for (const name of each.fabrics) add(byFabric, name)
    if (matchesOthers(sleeve) && stock && each.sleeves !== undefined) add(bySleeve, each.sleeves)
    if (matchesOthers(discount) && stock && isDiscounted(product)) discounted += 1
    if (matchesOthers(collection) && stock) {
      for (const [place, { numbers }] of collections.entries()) {
        if (numbers.has(each.number)) byCollection[place] = (byCollection[place] ?? 0) + 1
      }
    }
    if (misses === 0) {
      withSoldOut += 1
      if (isBuyable) inStock += 1
    }
  }
  return {
    categories: categories.map((category) => ({ ...category, count: byCategory.get(category._id)?.count ?? 0 })),
    sizes: choicesOf(sizesOf(bySizes), compareSizes),
    colours: choicesOf(byColour, (a, b) => (a < b ? -1 : 1)),
    prices,
    inStock,
    families: COLOUR_FAMILIES.flatMap(({ name, hex }) => {
      const counted = byFamily.get(name)
      return counted ? [{ value: name, hex, count: counted.count }] : []
    }),
    origins: [...origins].some(isImported) ? choicesOf(spellingsOf(byOrigin), (a, b) => (a < b ? -1 : 1)) : [],
    fits: [...spellingsOf(byFit).values()].toSorted(byFrequency).slice(0, MOST_FITS),
    fabrics: FABRIC_NAMES.flatMap((name) => byFabric.get(name) ?? []),
    sleeves: SLEEVE_NAMES.flatMap((name) => bySleeve.get(name) ?? []),
    discounted,
    withSoldOut,
    collections: collections
      .map(({ collection: { slug, title } }, place) => ({ slug, title, count: byCollection[place] ?? 0 }))
      .filter(({ count }) => count > 0),
  }
}
