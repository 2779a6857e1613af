import type { SearchNote } from '#contract/catalogue.ts'
import type { Sort } from '#contract/catalogue-rules.ts'
import type { Listing, ListedProduct } from '#server/catalogue/storefront/product-index.ts'

import { understandPrice, type PriceBounds } from '#server/catalogue/storefront/price-words.ts'
import { isSizeWord } from '#server/catalogue/storefront/size-order.ts'
import { guessWord } from '#server/catalogue/storefront/spelling.ts'
import {
  keyOf,
  termOf,
  termWith,
  tokensIn,
  vocabularyOf,
  type Term,
  type Vocabulary,
} from '#server/catalogue/storefront/vocabulary.ts'
import { plainText, stemOf } from '#server/catalogue/storefront/words.ts'

/** More words than these narrow no search that a person types. */
const MOST_WORDS = 8
/** With the words that say nothing. */
const MOST_SPOKEN = 20
const LONGEST_PHRASE = 3
const SHORTEST_PART = 3
/** By how much less a sold out product answers. */
const SOLD_OUT = 4
/** What says nothing of a piece of men’s clothing. */
const FILLERS = new Set(
  (
    'a an and the for in of with or that is stock me my men mens man male gents some want fit wear outfit style type ' +
    'colour color clothes'
  ).split(' '),
)

/** What is said beside a size. */
const SIZE_WORDS = new Set(['size', 'sizes', 'waist'])
/** At the end of a word. */
const PUNCTUATION = /[,;.!?]+(?=\s|$)/g

/** Words that belong together, as they were typed and as whatever else they may mean: of one of these every term must be found. */
interface Unit {
  typed: readonly (readonly Term[])[]
  meant: readonly (readonly Term[])[]
}

/** How much less it says that a product has other words for what was typed. */
const OTHER_WORDS = 0.4

/** What a search text asks for. */
export interface Search {
  units: readonly Unit[]
  bounds: PriceBounds
  /** In upper and in lower case; empty for all. */
  sizes: ReadonlySet<string>
  /** Where words were corrected: what is shown, and what was typed. */
  note?: SearchNote | undefined
}

/** How well a product answers to one word; 0 where it does not. */
function scoreTerm(listed: ListedProduct, { plain, spaced, categoryId, isLiteral }: Term): number {
  const { name, nameLength, traits, familyStems, text, stems, product } = listed
  const isForm = spaced !== '' && stems.includes(spaced)
  if (!isLiteral) {
    let score = categoryId !== undefined && product.category._id === categoryId ? 8 : 0
    if (isForm && name.includes(spaced)) score += 10
    else if (isForm && traits.includes(spaced)) score += 6
    else if (spaced && familyStems.includes(spaced)) score += 5
    if (score > 0) return score
  }
  const place = text.indexOf(plain)
  if (place >= 0) return place < nameLength ? 4 : 1
  return isForm ? 1 : 0
}

/** The mean of its terms' scores; 0 where one is not found. */
function scoreTerms(listed: ListedProduct, terms: readonly Term[]): number {
  let sum = 0
  for (const term of terms) {
    const score = scoreTerm(listed, term)
    if (score === 0) return 0
    sum += score
  }
  return sum / terms.length
}

function scoreUnit(listed: ListedProduct, { typed, meant }: Unit): number {
  let best = 0
  for (const terms of typed) best = Math.max(best, scoreTerms(listed, terms))
  for (const terms of meant) best = Math.max(best, scoreTerms(listed, terms) * OTHER_WORDS)
  return best
}

function scoreAll(listed: ListedProduct, units: readonly Unit[]): number {
  let sum = 0
  for (const unit of units) {
    const score = scoreUnit(listed, unit)
    if (score === 0) return 0
    sum += score
  }
  return sum
}

const hasSize = ({ product }: ListedProduct, sizes: Search['sizes']) =>
  product.sizes.some(({ size }) => sizes.has(size))

/** Whether a product has one of the sizes, or is called so. */
function isSizedBy(sizes: Search['sizes']): (listed: ListedProduct) => boolean {
  const inNames = [...sizes].map((size) => ` ${size} `)
  return (listed) =>
    sizes.size === 0 || hasSize(listed, sizes) || inNames.some((spaced) => listed.name.includes(spaced))
}

const isInStock = ({ product }: ListedProduct, sizes: Search['sizes']) =>
  sizes.size === 0 ? product.stock > 0 : product.sizes.some(({ size, stock }) => stock > 0 && sizes.has(size))

const isPriced = ({ paidPaise }: ListedProduct, { lowestPaise = 0, highestPaise = Infinity }: PriceBounds) =>
  paidPaise >= lowestPaise && paidPaise <= highestPaise

const isFound = (listing: Listing, units: readonly Unit[]) =>
  listing.inOrder('name').some((listed) => scoreAll(listed, units) > 0)

/** Puts together what is one word in the catalogue: `t shirt`. */
function joinTerms(terms: readonly Term[], { words }: Vocabulary): Term[] {
  const joined: Term[] = []
  for (let index = 0; index < terms.length; index += 1) {
    const pair = terms.slice(index, index + 2)
    const whole = termOf(pair.map(({ plain }) => plain).join(''))
    const isOne = pair.length === 2 && words.hasStem(whole.stem)
    joined.push(isOne ? { ...whole, parts: pair.map((term) => ({ ...term, isLiteral: true })) } : (pair[0] ?? whole))
    if (isOne) index += 1
  }
  return joined
}

/** The phrase of so many terms with all that it may mean; undefined for a phrase of several words that means no more. */
function unitOf(phrase: readonly Term[], { meanings, categories }: Vocabulary): Unit | undefined {
  const key = keyOf(phrase)
  const means = meanings.get(key) ?? []
  const categoryId = categories.get(key)
  if (phrase.length > 1 && means.length === 0 && categoryId === undefined) return undefined
  const plain = phrase.map((term) => term.plain).join(' ')
  const whole = { ...termWith(plain, phrase.length === 1 ? (phrase[0]?.stem ?? '') : ''), categoryId }
  const named = (terms: readonly Term[]) => terms.map((term) => ({ ...term, categoryId: categories.get(term.stem) }))
  const hasParts = phrase.length > 1 || phrase[0]?.parts !== undefined
  const parts = hasParts ? [named(phrase.flatMap((term) => term.parts ?? term))] : []
  return { typed: [[whole], ...parts], meant: means.map(named) }
}

function unitsOf(tokens: readonly string[], vocabulary: Vocabulary): Unit[] {
  const units: Unit[] = []
  const terms = joinTerms(tokens.map(termOf), vocabulary)
  while (terms.length > 0) {
    let length = Math.min(LONGEST_PHRASE, terms.length)
    let unit = unitOf(terms.slice(0, length), vocabulary)
    while (!unit) unit = unitOf(terms.slice(0, --length), vocabulary)
    units.push(unit)
    terms.splice(0, length)
  }
  return units
}

/** What a word that nothing answers to probably means: two words of the catalogue, or the one that comes nearest. */
function correct(token: string, { words }: Vocabulary): string | undefined {
  for (let end = SHORTEST_PART; end <= token.length - SHORTEST_PART; end += 1) {
    const [left, right] = [token.slice(0, end), token.slice(end)]
    if (words.has(left) && words.has(right)) return `${left} ${right}`
  }
  const known = words.list()
  const guessed = guessWord(token, known)[0]
  return guessed ?? (token.endsWith('s') ? guessWord(token.slice(0, -1), known)[0] : undefined)
}

/** The words as they are typed: each must stand somewhere in a product's texts, or another form of it. */
const literally = (tokens: readonly string[]): Search => ({
  units: tokens.map((token) => ({ typed: [[{ ...termOf(token), isLiteral: true }]], meant: [] })),
  bounds: {},
  sizes: new Set(),
})

/** Takes `L` or `size 32` out of the words where something on sale has the size. */
function understandSizes(listing: Listing, tokens: readonly string[]) {
  const isOnSale = (spellings: Search['sizes']) => listing.inOrder('name').some((each) => hasSize(each, spellings))
  const spellings = tokens.filter(isSizeWord).map((token) => new Set([token, token.toUpperCase()]))
  const sizes = new Set(spellings.filter(isOnSale).flatMap((either) => [...either]))
  const others = tokens.filter((token) => !sizes.has(token) && !SIZE_WORDS.has(token))
  return { sizes, others: sizes.size === 0 ? tokens : others }
}

/** Whether some text holds the word or a form of it. */
function isKnown(listing: Listing, token: string, vocabulary: Vocabulary): boolean {
  const { words, allWords } = listing
  const stem = stemOf(token)
  if (words.hasStem(stem) || allWords.hasStem(stem) || allWords.hold(token)) return true
  // Looking through all the texts takes long, and a plain word can stand within a word alone.
  return !/^[\p{Letter}\p{Number}]+$/u.test(token) && isFound(listing, unitsOf([token], vocabulary))
}

/**
 * What somebody means who types this: words in any form, joined or apart, corrected where nothing answers to them;
 * synonyms, categories, colours and a price. `isExact` takes the words as they are typed. Undefined for a text without
 * words.
 */
export function understand(listing: Listing, text: string, isExact: boolean): Search | undefined {
  const typed = tokensIn(plainText(text)).slice(0, MOST_WORDS)
  if (typed.length === 0) return undefined
  const literal = literally(typed)
  if (isExact) return literal
  const { rest, bounds } = understandPrice(plainText(text))
  // A product may be called Under 500.
  if (Object.keys(bounds).length > 0 && isFound(listing, literal.units)) return literal
  const spoken = tokensIn(rest.replaceAll(PUNCTUATION, ' ')).slice(0, MOST_SPOKEN)
  const { sizes, others: tokens } = understandSizes(listing, spoken)
  const telling = tokens.filter((token) => !FILLERS.has(token))
  const kept = (telling.length > 0 || sizes.size > 0 ? telling : tokens).slice(0, MOST_WORDS)
  const vocabulary = vocabularyOf(listing)
  const corrections = new Map<string, string>()
  for (const token of kept) {
    const corrected = isKnown(listing, token, vocabulary) ? undefined : correct(token, vocabulary)
    if (corrected !== undefined && corrected !== token) corrections.set(token, corrected)
  }
  const units = unitsOf(
    kept.flatMap((token) => corrections.get(token)?.split(' ') ?? token),
    vocabulary,
  )
  if (corrections.size === 0) return { units, bounds, sizes }
  const insteadOf = text.trim()
  const showing = insteadOf.replaceAll(/\S+?(?=[,;.!?]*(?:\s|$))/g, (word) => corrections.get(plainText(word)) ?? word)
  return { units, bounds, sizes, note: { showing, insteadOf } }
}

/** Everything that a search finds, sorted as chosen; else what answers best first, of equals what is in stock. */
export function findProducts(
  listing: Listing,
  { units, bounds, sizes }: Search,
  sort: Sort | undefined,
): ListedProduct[] {
  const isSized = isSizedBy(sizes)
  const products = listing.inOrder(sort ?? 'name').filter((listed) => isPriced(listed, bounds) && isSized(listed))
  if (sort) return products.filter((listed) => scoreAll(listed, units) > 0 || units.length === 0)
  return ranked(products, sizes, (listed) => (units.length === 0 ? 1 : scoreAll(listed, units)))
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

/** What comes nearest to a search that finds nothing: most of its words count first, its price not at all. */
export function findNearest(listing: Listing, { units, sizes }: Search, limit: number): ListedProduct[] {
  return ranked(listing.inOrder('name'), sizes, (listed) => {
    let sum = 0
    for (const unit of units) {
      const score = scoreUnit(listed, unit)
      if (score > 0) sum += 100 + score
    }
    return sum
  }).slice(0, limit)
}
