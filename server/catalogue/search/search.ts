import type { SearchNote } from '#contract/catalogue/catalogue.ts'
import type { Sort } from '#contract/catalogue/lists/sort-orders.ts'
import type { PriceBounds } from '#server/catalogue/search/parse-price.ts'
import type { Listing, ListedProduct, Sortable } from '#server/catalogue/search/listing.ts'

import { COLOUR_FAMILY_NAMES, type ColourFamily } from '#contract/catalogue/colour-swatches.ts'
import { isInStock } from '#server/catalogue/search/filters.ts'
import { OCCASION_SEARCH_WORDS } from '#server/catalogue/search/kind-of.ts'
import { termWith, type Term } from '#server/catalogue/search/search-vocabulary.ts'
import { intersect, unite, type ProductSet } from '#server/catalogue/search/text-index.ts'
import { stemOf } from '#server/catalogue/search/normalize-text.ts'
import { latinSize } from '#server/catalogue/size-order.ts'

/** Subtracted from the score of a product that lacks the wanted size now. */
const LACKING_PENALTY = 4
/** Subtracted from the score of a product that contradicts a preference. */
const UNWANTED_PENALTY = 6
/** The score of a product that matches every required clause, whatever was subtracted. */
const LOWEST_SCORE = 0.1
/** Added for each word that more than the description has: what only a description says comes last. */
const FACT_BONUS = 100
/** The highest score of a word that only a description has. */
const DESCRIPTION_SCORE = 1
/** A match of a synonym counts this much of a match of the typed words. */
const SYNONYM_WEIGHT = 0.4

/**
 * A term with the products that may match it: no other product's texts need to be read. Only a derived one may stand in
 * no text.
 */
type IndexedTerm = Term & { candidates: ProductSet; isDerived: boolean }
type Phrase = readonly IndexedTerm[]

/**
 * One or more words of a search that mean something together. A product matches a phrase if it matches each of its
 * terms.
 */
export interface Clause {
  /** A product must match one of these, or one of the synonyms. */
  typed: readonly Phrase[]
  synonyms: readonly Phrase[]
  /** Makes the clause a preference: a product need not match it, but should match none of these. */
  unwanted?: readonly Phrase[] | undefined
  /** The products that may match it. */
  candidates: ProductSet
  /** Of a colour: its family. */
  family?: ColourFamily
}

/** A search text after parsing. */
export interface Search {
  /** The whole plain text. A product of exactly this name comes first, whatever the words mean. */
  name: string
  clauses: readonly Clause[]
  bounds: PriceBounds
  /** Each in upper and lower case; empty for all sizes. */
  sizes: ReadonlySet<string>
  /** Only discounted products. */
  isReduced?: boolean
  /** The order where the shopper has chosen none, instead of the best matches first. */
  order?: 'cheapest' | 'dearest' | 'newest' | 'most sold' | undefined
  /** It asks for a present. */
  isGift?: boolean
  /** Where words were corrected: the text that is searched, and the text that was typed. */
  note?: SearchNote | undefined
}

/** The stems of what products are found by that need not stand in their texts: colour families and occasions. */
const DERIVED_STEMS = new Set(
  [...COLOUR_FAMILY_NAMES, ...OCCASION_SEARCH_WORDS].map((name) => stemOf(name.toLowerCase())),
)

const isInCategory = ({ product }: ListedProduct, { categoryId }: Term) =>
  categoryId !== undefined && product.category._id === categoryId

/** How well a product matches a term; 0 if it does not. */
function scoreTerm(listed: ListedProduct, term: IndexedTerm): number {
  if (term.candidates[listed.number] !== 1) return 0
  const { plain, spaced, isLiteral, isWhole, isDerived } = term
  const { name, nameLength, traits, familyStems, occasionStems, text, stems } = listed
  if (!isLiteral) {
    let score = isInCategory(listed, term) ? 8 : 0
    if (spaced && name.includes(spaced)) score += 10
    else if (spaced && traits.includes(spaced)) score += 6
    else if (isDerived && (familyStems.includes(spaced) || occasionStems.includes(spaced))) score += 5
    if (score > 0) return score
  }
  const place = isWhole ? -1 : text.indexOf(plain)
  if (place >= 0) return place < nameLength ? 4 : 1
  return spaced && stems.includes(spaced) ? 1 : 0
}

/** The mean score of a phrase's terms; 0 if one of them does not match. */
function scorePhrase(listed: ListedProduct, terms: Phrase): number {
  let sum = 0
  for (const term of terms) {
    const score = scoreTerm(listed, term)
    if (score === 0) return 0
    sum += score
  }
  return sum / terms.length
}

export function scoreClause(listed: ListedProduct, { typed, synonyms }: Clause): number {
  let best = 0
  for (const phrase of typed) best = Math.max(best, scorePhrase(listed, phrase))
  for (const phrase of synonyms) best = Math.max(best, scorePhrase(listed, phrase) * SYNONYM_WEIGHT)
  return best
}

function scoreAll(listed: ListedProduct, clauses: readonly Clause[]): number {
  let sum = 0
  for (const clause of clauses) {
    const score = scoreClause(listed, clause)
    if (score === 0 && !clause.unwanted) return 0
    const isUnwanted = clause.unwanted?.some((phrase) => scorePhrase(listed, phrase) > 0)
    sum += isUnwanted ? score - UNWANTED_PENALTY : score
    if (!clause.unwanted && score > DESCRIPTION_SCORE) sum += FACT_BONUS
  }
  return Math.max(sum, LOWEST_SCORE)
}

export const hasSize = ({ product }: ListedProduct, sizes: Search['sizes']) =>
  product.sizes.some(({ size }) => sizes.has(latinSize(size)))

/** Tests whether a product has one of the sizes, or names one. */
function isSizedBy(sizes: Search['sizes']): (listed: ListedProduct) => boolean {
  const inNames = [...sizes].map((size) => ` ${size} `)
  return (listed) =>
    sizes.size === 0 || hasSize(listed, sizes) || inNames.some((spaced) => listed.name.includes(spaced))
}

export const isPriced = ({ paidPaise }: ListedProduct, { lowestPaise = 0, highestPaise = Infinity }: PriceBounds) =>
  paidPaise >= lowestPaise && paidPaise <= highestPaise

const isReduced = ({ product: { price, discountedPrice = price } }: ListedProduct) => discountedPrice < price

/** Tests everything that a search asks for but its words. */
function isWithin(search: Pick<Search, 'bounds' | 'sizes' | 'isReduced'>): (listed: ListedProduct) => boolean {
  const isSized = isSizedBy(search.sizes)
  return (listed) => isPriced(listed, search.bounds) && isSized(listed) && (!search.isReduced || isReduced(listed))
}

/** All products that match a term, and few others. */
function candidatesOf({ texts, inOrder }: Listing, term: Term): ProductSet {
  const candidates = texts.findCandidates(term)
  const isDerived = DERIVED_STEMS.has(term.stem)
  if (term.isLiteral || (!isDerived && term.categoryId === undefined)) return candidates
  for (const listed of inOrder('name')) {
    const { familyStems, occasionStems } = listed
    const isOfKind = isDerived && (familyStems.includes(term.spaced) || occasionStems.includes(term.spaced))
    if (isOfKind || isInCategory(listed, term)) candidates[listed.number] = 1
  }
  return candidates
}

type Phrases = readonly (readonly Term[])[]

/** A clause for the listing as it is now. */
export function clauseFor(listing: Listing, typed: Phrases, synonyms: Phrases = [], unwanted?: Phrases): Clause {
  const indexed = (phrases: Phrases) =>
    phrases.map((terms) =>
      terms.map((term) => ({
        ...term,
        candidates: candidatesOf(listing, term),
        isDerived: term.spaced !== '' && DERIVED_STEMS.has(term.stem),
      })),
    )
  const clause = { typed: indexed(typed), synonyms: indexed(synonyms), unwanted: unwanted && indexed(unwanted) }
  const candidates = [...clause.typed, ...clause.synonyms].map((phrase) =>
    phrase.map((term) => term.candidates).reduce(intersect),
  )
  return { ...clause, candidates: candidates.reduce(unite) }
}

/** The products that may match all clauses, in the order of a list. */
function candidatesFor(listing: Listing, clauses: readonly Clause[], sort: Sort = 'name'): readonly ListedProduct[] {
  const products = listing.inOrder(sort)
  const required = clauses.filter(({ unwanted }) => !unwanted)
  if (required.length === 0) return products
  const candidates = required.map((clause) => clause.candidates).reduce(intersect)
  return candidates.includes(1) ? products.filter(({ number }) => candidates[number] === 1) : []
}

/** Whether a search finds a product, whatever filters the shopper has chosen. */
export function hasResult(listing: Listing, search: Omit<Search, 'name'>): boolean {
  const isCandidate = isWithin(search)
  return candidatesFor(listing, search.clauses).some(
    (listed) => isCandidate(listed) && scoreAll(listed, search.clauses) > 0,
  )
}

type Aged = Pick<Sortable, 'product'>

/** Newest first. Ids begin with their time, so they tell apart what was stored at one moment. */
export const compareAges = ({ product: a }: Aged, { product: b }: Aged): number =>
  a.createdAt === b.createdAt ? (a._id < b._id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1

type Compare = (a: Aged, b: Aged) => number

/** What sold most lately first, then the newest. */
export function compareSales({ soldPlaces }: Pick<Listing, 'soldPlaces'>): Compare {
  const placeOf = ({ product }: Aged) => soldPlaces.get(product._id) ?? soldPlaces.size
  return (a, b) => placeOf(a) - placeOf(b) || compareAges(a, b)
}

const ASKED_ORDERS: Record<
  NonNullable<Search['order']>,
  (listing: Listing) => (a: ListedProduct, b: ListedProduct) => number
> = {
  cheapest: () => (a, b) => a.paidPaise - b.paidPaise,
  dearest: () => (a, b) => b.paidPaise - a.paidPaise,
  newest: () => compareAges,
  'most sold': compareSales,
}

/** In the order that the search asks for; what only a description says after that, and sold-out products last. */
function inAskedOrder(
  listing: Listing,
  found: readonly ListedProduct[],
  { order, sizes, clauses }: Search,
): readonly ListedProduct[] {
  if (!order) return found
  const compare = ASKED_ORDERS[order](listing)
  const required = clauses.filter(({ unwanted }) => !unwanted)
  const isInFacts = (listed: ListedProduct) =>
    required.every((clause) => scoreClause(listed, clause) > DESCRIPTION_SCORE)
  const ranks = new Map(found.map((each) => [each, Number(!isInStock(each, sizes)) * 2 + Number(!isInFacts(each))]))
  const rankOf = (listed: ListedProduct) => ranks.get(listed) ?? 0
  return found.toSorted((a, b) => rankOf(a) - rankOf(b) || compare(a, b))
}

/** Whether a search asks for a price, a size, discounted products or an order. */
export const isNarrowed = ({ bounds, sizes, order, ...asked }: Omit<Search, 'name' | 'clauses'>): boolean =>
  Object.keys(bounds).length > 0 || sizes.size > 0 || asked.isReduced === true || order !== undefined

/** The products of exactly this name. */
function withName(listing: Listing, name: string, sort: Sort | undefined): readonly ListedProduct[] {
  const whole = clauseFor(listing, [[{ ...termWith(name, ''), isLiteral: true }]])
  return candidatesFor(listing, [whole], sort).filter(
    ({ text, nameLength }) => nameLength === name.length && text.startsWith(name),
  )
}

/**
 * All products that a search finds, none for a search of words that say nothing: in the chosen order, else in the order
 * that the search asks for, else the best matches first.
 */
export function findProducts(listing: Listing, search: Search, sort: Sort | undefined): readonly ListedProduct[] {
  const { name, clauses, sizes } = search
  const saysNothing = clauses.length === 0 && !isNarrowed(search)
  const candidates = saysNothing ? [] : candidatesFor(listing, clauses, sort).filter(isWithin(search))
  const ofThatName = new Set(withName(listing, name, sort))
  if (sort) {
    const found = new Set(candidates.filter((listed) => scoreAll(listed, clauses) > 0)).union(ofThatName)
    return listing.inOrder(sort).filter((listed) => found.has(listed))
  }
  const found = inAskedOrder(
    listing,
    ranked(candidates, sizes, (listed) => scoreAll(listed, clauses)),
    search,
  )
  return ofThatName.size === 0 ? found : [...ofThatName.union(new Set(found))]
}

/**
 * The products with a score, best first; those that lack the wanted size now lose some of it. What is sold out in every
 * size comes after all others.
 */
export function ranked(
  products: readonly ListedProduct[],
  sizes: Search['sizes'],
  scoreOf: (listed: ListedProduct) => number,
): ListedProduct[] {
  const buyable: { listed: ListedProduct; score: number }[] = []
  const soldOut: typeof buyable = []
  for (const listed of products) {
    const score = scoreOf(listed)
    if (score <= 0) continue
    const group = listed.product.stock > 0 ? buyable : soldOut
    group.push({ listed, score: isInStock(listed, sizes) ? score : score - LACKING_PENALTY })
  }
  return [buyable, soldOut].flatMap((group) => group.toSorted((a, b) => b.score - a.score).map(({ listed }) => listed))
}
