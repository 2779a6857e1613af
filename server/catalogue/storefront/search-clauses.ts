import type { Listing } from '#server/catalogue/storefront/product-index.ts'

import { COLOUR_FAMILY_NAMES } from '#contract/colour-swatches.ts'
import { clauseFor, type Clause } from '#server/catalogue/storefront/search.ts'
import { keyOf, termOf, termWith, vocabularyOf, type Term } from '#server/catalogue/storefront/search-vocabulary.ts'

/** Of the phrases that the shop brings; those of the owner may be longer. */
const LONGEST_PHRASE = 3
const COLOUR_WORDS = new Set(COLOUR_FAMILY_NAMES.map((name) => name.toLowerCase()))

/** Puts together what is one word in the catalogue: `t shirt`. */
function joinTerms(terms: readonly Term[], { words }: Listing): Term[] {
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
function clauseOf(listing: Listing, phrase: readonly Term[]): Clause | undefined {
  const { words, meanings, categories, preferences } = vocabularyOf(listing)
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
  return clauseFor(listing, [[whole], ...parts], means.map(named), unlike)
}

/** What these words of a search mean, the longest phrases that mean something first. */
export function clausesOf(listing: Listing, tokens: readonly string[]): Clause[] {
  const clauses: Clause[] = []
  const terms = joinTerms(tokens.map(termOf), listing)
  const longest = Math.max(LONGEST_PHRASE, vocabularyOf(listing).longestPhrase)
  while (terms.length > 0) {
    let length = Math.min(longest, terms.length)
    let clause = clauseOf(listing, terms.slice(0, length))
    while (!clause) clause = clauseOf(listing, terms.slice(0, --length))
    clauses.push(clause)
    terms.splice(0, length)
  }
  return clauses
}
