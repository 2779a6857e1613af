import type { Listing } from '#server/catalogue/storefront/product-index.ts'

import { colourFamilyOf } from '#server/catalogue/storefront/colour-families.ts'
import { parsePrice } from '#server/catalogue/storefront/parse-price.ts'
import { hasResult, isFound, clauseFor, type Search } from '#server/catalogue/storefront/search.ts'
import { PREFERENCE_STEMS, termOf, tokensIn, vocabularyOf } from '#server/catalogue/storefront/search-vocabulary.ts'
import { STOP_WORDS, ORDERS } from '#server/catalogue/storefront/search-word-lists.ts'
import { parseSizes } from '#server/catalogue/storefront/parse-sizes.ts'
import { correctWord } from '#server/catalogue/storefront/spelling.ts'
import { clausesOf } from '#server/catalogue/storefront/search-clauses.ts'
import { plainText, stemOf } from '#server/catalogue/storefront/normalize-text.ts'

/** More words than these narrow no search that a person types. */
const MOST_WORDS = 8
/** With the words that say nothing. */
const MOST_SPOKEN = 20
/** At the end of a word. */
const PUNCTUATION = /[,;.!?]+(?=\s|$)/g
const BARE_PRICE = /^\d{3,5}$/

/** The words as they are typed: each must stand somewhere in a product's texts, or another form of it. */
const literally = (listing: Listing, name: string, tokens: readonly string[]): Search => ({
  name,
  clauses: tokens.map((token) => clauseFor(listing, [[{ ...termOf(token), isLiteral: true }]])),
  bounds: {},
  sizes: new Set(),
})

/** Whether the shop knows what the word means, or something answers to it. */
function isKnown(listing: Listing, token: string): boolean {
  const { words, texts } = listing
  const stem = stemOf(token)
  if (words.hasStem(stem) || texts.hasStem(stem) || texts.contains(token)) return true
  return (
    PREFERENCE_STEMS.has(stem) || colourFamilyOf(token) !== undefined || isFound(listing, clausesOf(listing, [token]))
  )
}

/** What `cheapest`, `latest` or `sale` asks for, if no product has the word. */
function orderIn({ words, texts }: Listing, token: string) {
  const order = Object.hasOwn(ORDERS, token) ? ORDERS[token] : undefined
  return order && (order === 'reduced' ? texts : words).hasStem(stemOf(token)) ? undefined : order
}

/** A number that no product and no phrase of the owner has is what a piece may cost. */
const isBarePrice = (listing: Listing, token: string): boolean =>
  BARE_PRICE.test(token) && !listing.texts.contains(token) && !vocabularyOf(listing).phraseWords.has(token)

type Narrowing = Omit<Search, 'clauses' | 'note'>

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
export function parseSearch(listing: Listing, text: string, isExact: boolean): Search | undefined {
  const name = plainText(text).trim().replaceAll(/\s+/g, ' ')
  const typed = tokensIn(name).slice(0, MOST_WORDS)
  if (typed.length === 0) return undefined
  const literal = literally(listing, name, typed)
  if (isExact) return literal
  const { rest, bounds } = parsePrice(name)
  // A product may be called Under 500.
  if (Object.keys(bounds).length > 0 && isFound(listing, literal.clauses)) return literal
  const { sizes, others } = parseSizes(listing, rest.replaceAll(PUNCTUATION, ' '))
  const search: Narrowing = { name, bounds, sizes, isReduced: false, order: undefined }
  const spoken: string[] = []
  for (const token of others.slice(0, MOST_SPOKEN)) {
    const order = orderIn(listing, token)
    if (order === 'reduced') search.isReduced = true
    else if (order) search.order ??= order
    else if (isBarePrice(listing, token)) bounds.highestPaise ??= Number(token) * 100
    else spoken.push(token)
  }
  const telling = spoken.filter((token) => !STOP_WORDS.has(token.replace(/['’]s$/, '')))
  const isAll = telling.length === 0 && !isNarrowed(search) && isFound(listing, literal.clauses)
  return searchFor(listing, text, (isAll ? spoken : telling).slice(0, MOST_WORDS), search)
}

/** The search for these words: as they are, corrected, or with the family of a colour that no such piece has. */
function searchFor(listing: Listing, text: string, tokens: readonly string[], rest: Narrowing): Search {
  function withWords(others: ReadonlyMap<string, string>): Search {
    const wordsFor = (token: string) => {
      const parts = others.get(token)?.split(' ')
      return parts?.filter((part) => !STOP_WORDS.has(part)) ?? token
    }
    const clauses = clausesOf(listing, tokens.flatMap(wordsFor))
    const isPreferred = clauses.every(({ unlike }) => unlike) && !isNarrowed(rest)
    return {
      ...rest,
      clauses: isPreferred ? clauses.map((clause) => ({ ...clause, unlike: undefined })) : clauses,
      note: others.size === 0 ? undefined : { showing: reworded(text, others), insteadOf: text.trim() },
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
  const attempts = [
    ...(corrections.size > 0 ? [withWords(corrections)] : []),
    ...(families.size > 0 ? [withWords(new Map([...corrections, ...families]))] : []),
  ]
  if (attempts.length === 0 || (corrections.size === 0 && hasResult(listing, asTyped))) return asTyped
  // What a correction does not find either is better shown as it is typed.
  return attempts.find((attempt) => hasResult(listing, attempt)) ?? asTyped
}
