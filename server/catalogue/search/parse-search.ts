import type { Listing } from '#server/catalogue/search/listing.ts'

import { colourFamilyOf } from '#server/catalogue/search/colour-families.ts'
import { parsePrice } from '#server/catalogue/search/parse-price.ts'
import { clauseFor, hasResult, isNarrowed, type Search } from '#server/catalogue/search/search.ts'
import {
  GARMENT_BY_PREFERENCE,
  keyOf,
  PREFERENCE_STEMS,
  termOf,
  tokensIn,
} from '#server/catalogue/search/search-vocabulary.ts'
import { CLOTHES, GIFT_WORDS, STOP_WORDS, ORDERS } from '#server/catalogue/search/search-word-lists.ts'
import { readHindi } from '#server/catalogue/search/read-hindi.ts'
import { parseSizes } from '#server/catalogue/search/parse-sizes.ts'
import { correctWord } from '#server/catalogue/search/spelling.ts'
import { clausesOf } from '#server/catalogue/search/search-clauses.ts'
import { plainText, stemOf } from '#server/catalogue/search/normalize-text.ts'

/** Words of a search that count. */
const MAX_WORDS = 8
const PUNCTUATION_AFTER_WORD = /[,;.!?]+(?=\s|$)/g
const BARE_PRICE = /^\d{3,5}$/

/** The search for the words as they were typed: a product's texts must contain each word, or another form of it. */
const literally = (listing: Listing, name: string, tokens: readonly string[]): Search => ({
  name,
  clauses: tokens.map((token) => clauseFor(listing, [[{ ...termOf(token), isLiteral: true }]])),
  bounds: {},
  sizes: new Set(),
})

/** Whether a word has a meaning or matches a product. Other words are corrected. */
function isKnown(listing: Listing, token: string): boolean {
  const { words, texts } = listing
  const stem = stemOf(token)
  if (words.hasStem(stem) || texts.hasStem(stem) || texts.contains(token)) return true
  return (
    PREFERENCE_STEMS.has(stem) ||
    colourFamilyOf(token) !== undefined ||
    hasResult(listing, { clauses: clausesOf(listing, [token]), bounds: {}, sizes: new Set() })
  )
}

/** The order, or `reduced`, that a word such as `cheapest` asks for, unless a product has the word. */
function orderIn({ words, texts }: Listing, token: string) {
  const order = Object.hasOwn(ORDERS, token) ? ORDERS[token] : undefined
  return order && (order === 'reduced' ? texts : words).hasStem(stemOf(token)) ? undefined : order
}

/** Whether a number may be a price: no product and no synonym contains it. */
const isBarePrice = (listing: Listing, token: string): boolean =>
  BARE_PRICE.test(token) && !listing.texts.contains(token) && !listing.vocabulary().synonymWords.has(token)

/**
 * The bare number among the words that is the highest price. Several numbers are none, and a number alone is none that
 * nothing costs more than: `98290 10000` is a phone number.
 */
function barePriceIn(listing: Listing, tokens: readonly string[]): string | undefined {
  const [price, ...others] = tokens.filter((token) => isBarePrice(listing, token))
  if (price === undefined || others.length > 0) return undefined
  const [dearest] = listing.inOrder('price-desc')
  return tokens.length > 1 || Number(price) * 100 < (dearest?.paidPaise ?? 0) ? price : undefined
}

/** `mens clothes` and `aadmi ke kapde`: nothing but a word for all that is sold. */
const asksForEverything = (meaningful: readonly string[], words: readonly string[]) =>
  meaningful.length === 0 && words.some((token) => CLOTHES.has(singular(token)))

type Narrowing = Omit<Search, 'clauses' | 'note'>

/** A word without the ending of what belongs to somebody: `men's`. */
const singular = (token: string) => token.replace(/['’]s$/, '')

/** The typed text with some of its words replaced. */
const withReplaced = (text: string, others: ReadonlyMap<string, string>) =>
  text.trim().replaceAll(/\S+?(?=[,;.!?]*(?:\s|$))/g, (word) => others.get(plainText(word)) ?? word)

/**
 * What is shown instead of a text. The words that are replaced may be those of a translation: mehroon is maroon, which
 * becomes red.
 */
function noteOf(text: string, tokens: readonly string[], others: ReadonlyMap<string, string>): Search['note'] {
  if (others.size === 0) return undefined
  const [showing, insteadOf] = [withReplaced(text, others), text.trim()]
  return { showing: showing === insteadOf ? withReplaced(tokens.join(' '), others) : showing, insteadOf }
}

/**
 * Finds in a text the words, sizes, a price and an order that it asks for. Words may have any form, and may be joined
 * or apart. They are matched with synonyms, categories and colours, and corrected if nothing matches them. `isExact`
 * takes the words as they were typed. Undefined for a text without words.
 */
export function parseSearch(listing: Listing, text: string, isExact: boolean): Search | undefined {
  const name = plainText(text).trim().replaceAll(/\s+/g, ' ')
  const typed = tokensIn(name).slice(0, MAX_WORDS)
  if (typed.length === 0) return undefined
  const literal = literally(listing, name, typed)
  if (isExact) return literal
  const { rest, bounds } = parsePrice(readHindi(listing, name))
  // The words of a price may be a product's name: Under 500.
  if (Object.keys(bounds).length > 0 && hasResult(listing, literal)) return literal
  const { sizes, others } = parseSizes(listing, rest.replaceAll(PUNCTUATION_AFTER_WORD, ' '))
  const search: Narrowing = { name, bounds, sizes, isReduced: false, order: undefined }
  const price = barePriceIn(listing, others)
  const words: string[] = []
  for (const token of others) {
    const order = orderIn(listing, token)
    if (order === 'reduced') search.isReduced = true
    else if (order) search.order ??= order
    else if (token === price) bounds.highestPaise ??= Number(token) * 100
    else words.push(token)
  }
  const isGiftWord = (token: string) => GIFT_WORDS.has(singular(token)) && !listing.words.hasStem(stemOf(token))
  search.isGift = words.some(isGiftWord)
  const meaningful = words.filter((token) => !STOP_WORDS.has(singular(token)) && !isGiftWord(token))
  if (asksForEverything(meaningful, words) && !isNarrowed(search)) search.order = 'most sold'
  const isStopWordsOnly = meaningful.length === 0 && !isNarrowed(search) && hasResult(listing, literal)
  return searchFor(listing, text, withGarment((isStopWordsOnly ? words : meaningful).slice(0, MAX_WORDS)), search)
}

/** The words, and the garment that they mean if they are a preference alone: `full sleeve` is a shirt with it. */
function withGarment(tokens: readonly string[]): readonly string[] {
  const garment = GARMENT_BY_PREFERENCE.get(keyOf(tokens.map(termOf)))
  return garment === undefined ? tokens : [...tokens, garment]
}

/**
 * The search for these words: as they are if that finds something; else corrected; else also with the family of a
 * colour in place of the colour.
 */
function searchFor(listing: Listing, text: string, tokens: readonly string[], rest: Narrowing): Search {
  function withWords(others: ReadonlyMap<string, string>): Search {
    const wordsFor = (token: string) => {
      const parts = others.get(token)?.split(' ')
      return parts?.filter((part) => !STOP_WORDS.has(part)) ?? token
    }
    const clauses = clausesOf(listing, tokens.flatMap(wordsFor))
    const hasOnlyPreferences = clauses.every(({ unwanted }) => unwanted) && !isNarrowed(rest)
    return {
      ...rest,
      clauses: hasOnlyPreferences ? clauses.map((clause) => ({ ...clause, unwanted: undefined })) : clauses,
      note: noteOf(text, tokens, others),
    }
  }
  const corrections = new Map<string, string>()
  const families = new Map<string, string>()
  for (const token of tokens) {
    const corrected = isKnown(listing, token) ? undefined : correctWord(token, listing.words)
    if (corrected !== undefined && corrected !== token) corrections.set(token, corrected)
    const family = colourFamilyOf(token)?.toLowerCase()
    if (family !== undefined && family !== token) families.set(token, family)
  }
  const asTyped = withWords(new Map())
  // A colour that only descriptions name is no product's colour: its family comes closer.
  const isColourOnSale = [...families.keys()].every((token) => listing.words.hasStem(stemOf(token)))
  const attempts = [
    ...(corrections.size > 0 ? [withWords(corrections)] : []),
    ...(families.size > 0 ? [withWords(new Map([...corrections, ...families]))] : []),
  ]
  if (attempts.length === 0 || (corrections.size === 0 && isColourOnSale && hasResult(listing, asTyped))) return asTyped
  // Where no correction finds anything either, the page shows the text as it was typed.
  return attempts.find((attempt) => hasResult(listing, attempt)) ?? asTyped
}
