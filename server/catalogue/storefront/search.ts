import type { SearchNote } from '#contract/catalogue.ts'
import type { Sort } from '#contract/list-options.ts'
import type { PriceBounds } from '#server/catalogue/storefront/parse-price.ts'
import type { Listing, ListedProduct } from '#server/catalogue/storefront/product-index.ts'

import { COLOUR_FAMILY_NAMES } from '#contract/colour-swatches.ts'
import { isInStock } from '#server/catalogue/storefront/filters.ts'
import { termWith, type Term } from '#server/catalogue/storefront/search-vocabulary.ts'
import { intersect, unite, type ProductSet } from '#server/catalogue/storefront/text-index.ts'
import { stemOf } from '#server/catalogue/storefront/normalize-text.ts'

/** How many products a search shows that finds nothing. */
const NEAREST_PRODUCTS = 8
/** By how much less a sold out product answers. */
const SOLD_OUT = 4
/** By how much less a product answers that has what a preference excludes. */
const UNLIKE = 6
/** What is left to a product that answers to all words and is unlike all preferences. */
const LOWEST_SCORE = 0.1

/** A term with those that may answer to it: the texts of all others need not be read. */
type Sought = Term & { marks: ProductSet }

/**
 * Words that belong together, as they were typed and as whatever else they may mean: of one of these every term must be found.
 * A product need not answer to a preference, and answers less where it has what is `unlike` it.
 */
export interface Clause {
  typed: readonly (readonly Sought[])[]
  meant: readonly (readonly Sought[])[]
  unlike?: readonly (readonly Sought[])[] | undefined
  /** Those that may answer to it. */
  marks: ProductSet
}

/** How much less it says that a product has other words for what was typed. */
const OTHER_WORDS = 0.4

/** What a search text asks for. */
export interface Search {
  /** All that is typed, as plain text. A product of this name comes first, whatever else the words may mean. */
  name: string
  clauses: readonly Clause[]
  bounds: PriceBounds
  /** In upper and in lower case; empty for all. */
  sizes: ReadonlySet<string>
  /** Only what costs less than its price. */
  isReduced?: boolean
  /** The order where none is chosen, instead of the best answers first. */
  order?: 'cheapest' | 'newest' | undefined
  /** Where words were corrected: what is shown, and what was typed. */
  note?: SearchNote | undefined
}

const FAMILY_STEMS = new Set(COLOUR_FAMILY_NAMES.map((name) => stemOf(name.toLowerCase())))

const isInCategory = ({ product }: ListedProduct, { categoryId }: Term) =>
  categoryId !== undefined && product.category._id === categoryId

/** How well a product answers to one word; 0 where it does not. */
function scoreTerm(listed: ListedProduct, term: Sought): number {
  if (term.marks[listed.number] !== 1) return 0
  const { plain, spaced, isLiteral, isWhole } = term
  const { name, nameLength, traits, familyStems, text, stems } = listed
  if (!isLiteral) {
    let score = isInCategory(listed, term) ? 8 : 0
    if (spaced && name.includes(spaced)) score += 10
    else if (spaced && traits.includes(spaced)) score += 6
    else if (spaced && familyStems.includes(spaced)) score += 5
    if (score > 0) return score
  }
  const place = isWhole ? -1 : text.indexOf(plain)
  if (place >= 0) return place < nameLength ? 4 : 1
  return spaced && stems.includes(spaced) ? 1 : 0
}

/** The mean of its terms' scores; 0 where one is not found. */
function scoreTerms(listed: ListedProduct, terms: readonly Sought[]): number {
  let sum = 0
  for (const term of terms) {
    const score = scoreTerm(listed, term)
    if (score === 0) return 0
    sum += score
  }
  return sum / terms.length
}

function scoreClause(listed: ListedProduct, { typed, meant }: Clause): number {
  let best = 0
  for (const terms of typed) best = Math.max(best, scoreTerms(listed, terms))
  for (const terms of meant) best = Math.max(best, scoreTerms(listed, terms) * OTHER_WORDS)
  return best
}

function scoreAll(listed: ListedProduct, clauses: readonly Clause[]): number {
  let sum = 0
  for (const clause of clauses) {
    const score = scoreClause(listed, clause)
    if (score === 0 && !clause.unlike) return 0
    const isUnlike = clause.unlike?.some((terms) => scoreTerms(listed, terms) > 0)
    sum += isUnlike ? score - UNLIKE : score
  }
  return Math.max(sum, LOWEST_SCORE)
}

const hasSize = ({ product }: ListedProduct, sizes: Search['sizes']) =>
  product.sizes.some(({ size }) => sizes.has(size))

/** Whether a product has one of the sizes, or is called so. */
function isSizedBy(sizes: Search['sizes']): (listed: ListedProduct) => boolean {
  const inNames = [...sizes].map((size) => ` ${size} `)
  return (listed) =>
    sizes.size === 0 || hasSize(listed, sizes) || inNames.some((spaced) => listed.name.includes(spaced))
}

const isPriced = ({ paidPaise }: ListedProduct, { lowestPaise = 0, highestPaise = Infinity }: PriceBounds) =>
  paidPaise >= lowestPaise && paidPaise <= highestPaise

const isReduced = ({ product: { price, discountedPrice = price } }: ListedProduct) => discountedPrice < price

/** What a search narrows a list to before its words are looked for. */
function isWithin(search: Omit<Search, 'clauses'>): (listed: ListedProduct) => boolean {
  const isSized = isSizedBy(search.sizes)
  return (listed) => isPriced(listed, search.bounds) && isSized(listed) && (!search.isReduced || isReduced(listed))
}

/** All that answer to a term, and few others. */
function markTerm({ texts, inOrder }: Listing, term: Term): ProductSet {
  const marks = texts.mark(term)
  const isFamily = FAMILY_STEMS.has(term.stem)
  if (term.isLiteral || (!isFamily && term.categoryId === undefined)) return marks
  for (const listed of inOrder('name')) {
    if (isInCategory(listed, term) || (isFamily && listed.familyStems.includes(term.spaced))) marks[listed.number] = 1
  }
  return marks
}

type Phrases = readonly (readonly Term[])[]

/** A clause for the listing as it is now. */
export function clauseFor(listing: Listing, typed: Phrases, meant: Phrases = [], unlike?: Phrases): Clause {
  const sought = (phrases: Phrases) =>
    phrases.map((terms) => terms.map((term) => ({ ...term, marks: markTerm(listing, term) })))
  const clause = { typed: sought(typed), meant: sought(meant), unlike: unlike && sought(unlike) }
  const marks = [...clause.typed, ...clause.meant].map((terms) => terms.map((term) => term.marks).reduce(intersect))
  return { ...clause, marks: marks.reduce(unite) }
}

/** Those that may answer to all clauses in the order of a list. */
function candidatesFor(listing: Listing, clauses: readonly Clause[], sort: Sort = 'name'): readonly ListedProduct[] {
  const products = listing.inOrder(sort)
  const needed = clauses.filter(({ unlike }) => !unlike)
  if (needed.length === 0) return products
  const marks = needed.map((clause) => clause.marks).reduce(intersect)
  return marks.includes(1) ? products.filter(({ number }) => marks[number] === 1) : []
}

/** Whether some product answers to a search, whatever else the list is narrowed to. */
export function hasResult(listing: Listing, search: Search): boolean {
  const isCandidate = isWithin(search)
  return candidatesFor(listing, search.clauses).some(
    (listed) => isCandidate(listed) && scoreAll(listed, search.clauses) > 0,
  )
}

/** Whether some product answers to all words. */
export const isFound = (listing: Listing, clauses: readonly Clause[]): boolean =>
  candidatesFor(listing, clauses).some((listed) => scoreAll(listed, clauses) > 0)

/** As an order of the search has it: what is sold out comes last. */
function inAskedOrder(found: readonly ListedProduct[], { order, sizes }: Search): readonly ListedProduct[] {
  if (!order) return found
  const rankOf = (listed: ListedProduct) => Number(!isInStock(listed, sizes))
  const ageOf = ({ product }: ListedProduct) => (order === 'newest' ? -Date.parse(product.createdAt) : 0)
  const priceOf = ({ paidPaise }: ListedProduct) => (order === 'cheapest' ? paidPaise : 0)
  return found.toSorted((a, b) => rankOf(a) - rankOf(b) || ageOf(a) - ageOf(b) || priceOf(a) - priceOf(b))
}

/** Those whose whole name is typed. */
function withName(listing: Listing, name: string, sort: Sort | undefined): readonly ListedProduct[] {
  const whole = clauseFor(listing, [[{ ...termWith(name, ''), isLiteral: true }]])
  return candidatesFor(listing, [whole], sort).filter(
    ({ text, nameLength }) => nameLength === name.length && text.startsWith(name),
  )
}

/** Everything that a search finds, sorted as chosen or asked for; else what answers best first, of equals what is in stock. */
export function findProducts(listing: Listing, search: Search, sort: Sort | undefined): readonly ListedProduct[] {
  const { name, clauses, sizes } = search
  const candidates = candidatesFor(listing, clauses, sort).filter(isWithin(search))
  const called = new Set(withName(listing, name, sort))
  if (sort) {
    const found = new Set(candidates.filter((listed) => scoreAll(listed, clauses) > 0)).union(called)
    return listing.inOrder(sort).filter((listed) => found.has(listed))
  }
  const found = ranked(candidates, sizes, (listed) => scoreAll(listed, clauses))
  return called.size === 0 ? inAskedOrder(found, search) : [...called.union(new Set(inAskedOrder(found, search)))]
}

/** Those with a score, best first; a sold out one counts for less. */
function ranked(
  products: readonly ListedProduct[],
  sizes: Search['sizes'],
  scoreOf: (listed: ListedProduct) => number,
): ListedProduct[] {
  const found: { listed: ListedProduct; score: number }[] = []
  for (const listed of products) {
    const score = scoreOf(listed)
    if (score > 0) found.push({ listed, score: isInStock(listed, sizes) ? score : score - SOLD_OUT })
  }
  return found.toSorted((a, b) => b.score - a.score).map(({ listed }) => listed)
}

/** What comes nearest to a search that finds nothing: most of its words count first, its price only where it is all. */
export function findNearest(listing: Listing, { clauses, sizes, bounds }: Search): ListedProduct[] {
  if (clauses.length === 0) {
    const order = bounds.highestPaise === undefined ? 'price-desc' : 'price-asc'
    return ranked(listing.inOrder(order), sizes, () => 1).slice(0, NEAREST_PRODUCTS)
  }
  const marks = clauses.map((clause) => clause.marks).reduce(unite)
  const candidates = listing.inOrder('name').filter(({ number }) => marks[number] === 1)
  return ranked(candidates, sizes, (listed) => {
    let sum = 0
    for (const clause of clauses) {
      const score = scoreClause(listed, clause)
      if (score > 0) sum += 100 + score
    }
    return sum
  }).slice(0, NEAREST_PRODUCTS)
}
