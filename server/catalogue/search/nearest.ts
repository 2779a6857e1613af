import type { NearestKind } from '#contract/catalogue/catalogue.ts'
import type { PriceBounds } from '#server/catalogue/search/parse-price.ts'
import type { Listing, ListedProduct } from '#server/catalogue/search/listing.ts'

import { NEAREST_PRODUCTS } from '#contract/catalogue/search/search-limits.ts'
import { NEIGHBOURS } from '#server/catalogue/search/colour-families.ts'
import {
  compareAges,
  hasSize,
  isPriced,
  ranked,
  scoreClause,
  type Clause,
  type Search,
} from '#server/catalogue/search/search.ts'
import { unite } from '#server/catalogue/search/text-index.ts'

/** What a search asks for is honoured in this order: the colour, the price, the size, then as many words as can be. */
const COLOUR_BONUS = 100_000
const PRICE_BONUS = 10_000
const SIZE_BONUS = 5000
const WORD_BONUS = 100
/** Where a colour is not to be had, its neighbours come first. */
const NEIGHBOUR_BONUS = 60
/** Subtracted for each doubling of the distance to the price, up to this. */
const MOST_PRICE_PENALTY = 50
const PENALTY_OF_DOUBLE = 10

const isOfColour = (listed: ListedProduct, clause: Clause): boolean =>
  (clause.family !== undefined && listed.families.includes(clause.family)) || scoreClause(listed, clause) > 0

/** More for a nearer neighbour of the colour. */
function neighbourBonus({ families }: ListedProduct, colours: readonly Clause[]): number {
  const places = colours.flatMap(({ family }) =>
    family ? families.map((one) => NEIGHBOURS[family].indexOf(one)).filter((place) => place >= 0) : [],
  )
  return places.length > 0 ? NEIGHBOUR_BONUS / (1 + Math.min(...places)) : 0
}

/** How far a price is from the bounds. */
function pricePenalty({ paidPaise }: ListedProduct, { lowestPaise = 0, highestPaise = Infinity }: PriceBounds): number {
  const ratio = paidPaise > highestPaise ? paidPaise / Math.max(highestPaise, 1) : lowestPaise / Math.max(paidPaise, 1)
  return ratio > 1 ? Math.min(PENALTY_OF_DOUBLE * Math.log2(ratio), MOST_PRICE_PENALTY) : 0
}

/**
 * The products that match some of the words, those that honour the colour, price and size first; else those of a
 * neighbour of the colour.
 */
function findClosest(listing: Listing, { clauses, sizes, bounds }: Search): ListedProduct[] {
  const colours = clauses.filter(({ family }) => family !== undefined)
  const candidates = clauses.map((clause) => clause.candidates).reduce(unite)
  const products = listing
    .inOrder('name')
    .filter((listed) => candidates[listed.number] === 1 || colours.some((clause) => isOfColour(listed, clause)))
  const closest = ranked(products, new Set(), (listed) => {
    let sum = 0
    for (const clause of clauses) {
      const score = scoreClause(listed, clause)
      if (score > 0) sum += WORD_BONUS + score
    }
    if (colours.length > 0 && colours.every((clause) => isOfColour(listed, clause))) sum += COLOUR_BONUS
    if (sum === 0) return 0
    sum += neighbourBonus(listed, colours) - pricePenalty(listed, bounds)
    if (isPriced(listed, bounds)) sum += PRICE_BONUS
    return sizes.size > 0 && hasSize(listed, sizes) ? sum + SIZE_BONUS : sum
  })
  if (closest.length > 0) return closest
  return ranked(listing.inOrder('name'), sizes, (listed) => neighbourBonus(listed, colours))
}

/** Takes the first of each category, then the second of each, and so on. */
export function inTurns(products: readonly ListedProduct[], most: number): ListedProduct[] {
  const byCategory = [...Map.groupBy(products, ({ product }) => product.category._id).values()]
  return Array.from({ length: most }, (_, place) => byCategory.flatMap((each) => each[place] ?? []))
    .flat()
    .slice(0, most)
}

/**
 * The newest products in stock, of each category as many as are shown in all. Sorting all products would take too long.
 */
function newestOfEach(listing: Listing): ListedProduct[] {
  const byCategory = new Map<string, ListedProduct[]>()
  for (const each of listing.inOrder('name')) {
    const newest = byCategory.get(each.product.category._id) ?? []
    const last = newest.at(NEAREST_PRODUCTS - 1)
    if (each.product.stock <= 0 || (last && compareAges(last, each) < 0)) continue
    byCategory.set(each.product.category._id, [...newest, each].toSorted(compareAges).slice(0, NEAREST_PRODUCTS))
  }
  return [...byCategory.values()].flat().toSorted(compareAges)
}

const isInStockNow = ({ product }: ListedProduct) => product.stock > 0

/**
 * What a search without results shows instead, and what that is: the products that come closest to its words, or to its
 * price if it has no words; ideas for a present; or the newest products where nothing comes close.
 */
export function findNearest(listing: Listing, search: Search): { products: ListedProduct[]; kind: NearestKind } {
  const { clauses, sizes, bounds } = search
  if (search.isGift && clauses.length === 0) {
    return { products: inTurns(listing.inOrder('price-asc').filter(isInStockNow), NEAREST_PRODUCTS), kind: 'gifts' }
  }
  const order = bounds.highestPaise === undefined ? 'price-desc' : 'price-asc'
  const closest =
    clauses.length > 0
      ? findClosest(listing, search)
      : Object.keys(bounds).length > 0
        ? ranked(listing.inOrder(order), sizes, () => 1)
        : []
  if (closest.length > 0) return { products: closest.slice(0, NEAREST_PRODUCTS), kind: 'closest' }
  return { products: inTurns(newestOfEach(listing), NEAREST_PRODUCTS), kind: 'newest' }
}
