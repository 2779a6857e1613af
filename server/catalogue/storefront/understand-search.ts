import type { Listing } from '#server/catalogue/storefront/product-index.ts'
import type { Search, Unit } from '#server/catalogue/storefront/search.ts'

import { COLOUR_FAMILY_NAMES } from '#contract/colour-swatches.ts'
import { colourFamilyOf } from '#server/catalogue/storefront/colour-families.ts'
import { joined as withoutHyphens } from '#server/catalogue/storefront/hyphenated-words.ts'
import { understandPrice } from '#server/catalogue/storefront/price-in-search.ts'
import { hasResult, isFound, unitFor } from '#server/catalogue/storefront/search.ts'
import { FILLERS, ORDERS } from '#server/catalogue/storefront/shopper-words.ts'
import { understandSizes } from '#server/catalogue/storefront/sizes-in-search.ts'
import { guessWord } from '#server/catalogue/storefront/spelling.ts'
import {
  keyOf,
  termOf,
  termWith,
  tokensIn,
  vocabularyOf,
  type Term,
  type Vocabulary,
} from '#server/catalogue/storefront/search-vocabulary.ts'
import { plainText, stemOf } from '#server/catalogue/storefront/word-stems.ts'

/** More words than these narrow no search that a person types. */
const MOST_WORDS = 8
/** With the words that say nothing. */
const MOST_SPOKEN = 20
const LONGEST_PHRASE = 3
const SHORTEST_PART = 3
/** At the end of a word. */
const PUNCTUATION = /[,;.!?]+(?=\s|$)/g
const COLOUR_WORDS = new Set(COLOUR_FAMILY_NAMES.map((name) => name.toLowerCase()))
/** A number that no product has is what a piece may cost. */
const BARE_PRICE = /^\d{3,5}$/

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

/**
 * The phrase of this many terms with all its meanings. Undefined for a phrase of several words that adds no meaning to its words.
 */
function unitOf(listing: Listing, phrase: readonly Term[], vocabulary: Vocabulary): Unit | undefined {
  const { words, meanings, categories, preferences } = vocabulary
  const key = keyOf(phrase)
  const means = meanings.get(key) ?? []
  const categoryId = categories.get(key)
  // A piece may be called Everyday.
  const unlike = phrase.length === 1 && words.hasStem(phrase[0]?.stem ?? '') ? undefined : preferences.get(key)
  if (phrase.length > 1 && means.length === 0 && categoryId === undefined && !unlike) return undefined
  const plain = phrase.map((term) => term.plain).join(' ')
  const isWhole = COLOUR_WORDS.has(plain)
  const whole = { ...termWith(plain, phrase.length === 1 ? (phrase[0]?.stem ?? '') : ''), categoryId, isWhole }
  const named = (terms: readonly Term[]) => terms.map((term) => ({ ...term, categoryId: categories.get(term.stem) }))
  const hasParts = phrase.length > 1 || phrase[0]?.parts !== undefined
  const parts = hasParts ? [named(phrase.flatMap((term) => term.parts ?? term))] : []
  return unitFor(listing, [[whole], ...parts], means.map(named), unlike)
}

function unitsOf(listing: Listing, tokens: readonly string[], vocabulary: Vocabulary): Unit[] {
  const units: Unit[] = []
  const terms = joinTerms(tokens.map(termOf), vocabulary)
  while (terms.length > 0) {
    let length = Math.min(LONGEST_PHRASE, terms.length)
    let unit = unitOf(listing, terms.slice(0, length), vocabulary)
    while (!unit) unit = unitOf(listing, terms.slice(0, --length), vocabulary)
    units.push(unit)
    terms.splice(0, length)
  }
  return units
}

/** What a word that nothing answers to probably means: two words of the catalogue, or the one that comes nearest. */
function correct(token: string, { words }: Vocabulary): string | undefined {
  const typed = withoutHyphens(token)
  if (typed === '') return undefined
  const isPart = (part: string) => words.has(part) || FILLERS.has(part)
  for (let end = SHORTEST_PART; end <= typed.length - SHORTEST_PART; end += 1) {
    const [left, right] = [typed.slice(0, end), typed.slice(end)]
    if (isPart(left) && isPart(right)) return `${left} ${right}`
  }
  const known = words.list()
  const guessed = guessWord(typed, known)[0]
  return guessed ?? (typed.endsWith('s') ? guessWord(typed.slice(0, -1), known)[0] : undefined)
}

/** The words as they are typed: each must stand somewhere in a product's texts, or another form of it. */
const literally = (listing: Listing, name: string, tokens: readonly string[]): Search => ({
  name,
  units: tokens.map((token) => unitFor(listing, [[{ ...termOf(token), isLiteral: true }]])),
  bounds: {},
  sizes: new Set(),
})

/** Whether some text holds the word or a form of it, or the shop knows what it means. */
function isKnown(listing: Listing, token: string, vocabulary: Vocabulary): boolean {
  const { words, texts } = listing
  const stem = stemOf(token)
  if (words.hasStem(stem) || texts.hasStem(stem) || texts.hold(token)) return true
  if (vocabulary.preferenceStems.has(stem) || colourFamilyOf(token)) return true
  // Looking through all the texts takes long, and a plain word can stand within a word alone.
  return !/^[\p{Letter}\p{Number}]+$/u.test(token) && isFound(listing, unitsOf(listing, [token], vocabulary))
}

/** Takes `cheapest`, `latest` or `sale` out of the words, if no product has the word. */
function understandOrder({ words, texts }: Listing, tokens: readonly string[]) {
  const asked = tokens.flatMap((token) => {
    const order = Object.hasOwn(ORDERS, token) ? ORDERS[token] : undefined
    if (!order || (order === 'reduced' ? texts : words).hasStem(stemOf(token))) return []
    return [{ token, order }]
  })
  return {
    others: tokens.filter((token) => !asked.some((one) => one.token === token)),
    isReduced: asked.some(({ order }) => order === 'reduced'),
    order: asked.map(({ order }) => order).find((order) => order !== 'reduced'),
  }
}

type Narrowing = Omit<Search, 'units' | 'note'>

/** Whether a search asks for more than its words: a price, a size, what is reduced, an order. */
const isNarrowed = ({ bounds, sizes, isReduced, order }: Narrowing) =>
  Object.keys(bounds).length > 0 || sizes.size > 0 || isReduced === true || order !== undefined

/** What is typed, with other words for some of it. */
const reworded = (text: string, others: ReadonlyMap<string, string>) =>
  text.trim().replaceAll(/\S+?(?=[,;.!?]*(?:\s|$))/g, (word) => others.get(plainText(word)) ?? word)

/**
 * What somebody means who types this: words in any form, joined or apart, corrected where nothing answers to them;
 * synonyms, categories, colours, sizes, a price and an order. `isExact` takes the words as they are typed. Undefined for a text without
 * words.
 */
export function understand(listing: Listing, text: string, isExact: boolean): Search | undefined {
  const name = plainText(text).trim().replaceAll(/\s+/g, ' ')
  const typed = tokensIn(name).slice(0, MOST_WORDS)
  if (typed.length === 0) return undefined
  const literal = literally(listing, name, typed)
  if (isExact) return literal
  const vocabulary = vocabularyOf(listing)
  const { rest, bounds } = understandPrice(name)
  // A product may be called Under 500.
  if (Object.keys(bounds).length > 0 && isFound(listing, literal.units)) return literal
  const { sizes, rest: unsized } = understandSizes(listing, rest.replaceAll(PUNCTUATION, ' '))
  const { others, isReduced, order } = understandOrder(listing, tokensIn(unsized).slice(0, MOST_SPOKEN))
  const search = { name, bounds, sizes, isReduced, order }
  const telling = others.filter((token) => !FILLERS.has(token.replace(/['’]s$/, '')))
  const tokens = telling.length > 0 || isNarrowed(search) || !isFound(listing, literal.units) ? telling : others
  const words = tokens.filter((token) => {
    const isPrice = BARE_PRICE.test(token) && !listing.texts.hold(token)
    if (isPrice) bounds.highestPaise ??= Number(token) * 100
    return !isPrice
  })
  return searchFor(listing, vocabulary, text, words.slice(0, MOST_WORDS), search)
}

/** The search for these words: as they are, corrected, or with the family of a colour that no such piece has. */
function searchFor(
  listing: Listing,
  vocabulary: Vocabulary,
  text: string,
  tokens: readonly string[],
  rest: Narrowing,
): Search {
  function withWords(others: ReadonlyMap<string, string>): Search {
    const wordsFor = (token: string) => {
      const parts = others.get(token)?.split(' ')
      return parts?.filter((part) => !FILLERS.has(part)) ?? token
    }
    const units = unitsOf(listing, tokens.flatMap(wordsFor), vocabulary)
    const isPreferred = units.every(({ unlike }) => unlike) && !isNarrowed(rest)
    return {
      ...rest,
      units: isPreferred ? units.map((unit) => ({ ...unit, unlike: undefined })) : units,
      note: others.size === 0 ? undefined : { showing: reworded(text, others), insteadOf: text.trim() },
    }
  }
  const corrections = new Map<string, string>()
  const families = new Map<string, string>()
  for (const token of tokens) {
    const corrected = isKnown(listing, token, vocabulary) ? undefined : correct(token, vocabulary)
    if (corrected !== undefined && corrected !== token) corrections.set(token, corrected)
    const family = colourFamilyOf(token)?.toLowerCase()
    if (family !== undefined && family !== token) families.set(token, family)
  }
  const asTyped = withWords(new Map())
  const attempts = [
    ...(corrections.size > 0 ? [withWords(corrections)] : []),
    ...(families.size > 0 ? [withWords(new Map([...corrections, ...families]))] : []),
  ]
  if (attempts.length === 0 || (corrections.size === 0 && hasResult(listing, asTyped))) return asTyped
  // What a correction does not find either is better shown as it is typed.
  return attempts.find((attempt) => hasResult(listing, attempt)) ?? asTyped
}
