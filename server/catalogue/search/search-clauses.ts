import type { Listing } from '#server/catalogue/search/listing.ts'

import { COLOUR_FAMILY_NAMES } from '#contract/catalogue/colour-swatches.ts'
import { colourFamilyOf } from '#server/catalogue/search/colour-families.ts'
import { clauseFor, type Clause } from '#server/catalogue/search/search.ts'
import {
  keyOf,
  termOf,
  termWith,
  UNWANTED_BY_PREFERENCE,
  type Term,
} from '#server/catalogue/search/search-vocabulary.ts'

const COLOUR_WORDS = new Set(COLOUR_FAMILY_NAMES.map((name) => name.toLowerCase()))

/** Joins two words that are one word in the catalogue: `t shirt`. */
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

/** The clause of a phrase. Undefined for several words that mean no more together than each by itself. */
function clauseOf(listing: Listing, phrase: readonly Term[]): Clause | undefined {
  const { synonyms, categories } = listing.vocabulary()
  const key = keyOf(phrase)
  const means = synonyms.get(key) ?? []
  const categoryId = categories.get(key)
  const stem = phrase.length === 1 ? (phrase[0]?.stem ?? '') : ''
  // A word of the catalogue is no preference: a product may be called Everyday.
  const unwanted = listing.words.hasStem(stem) ? undefined : UNWANTED_BY_PREFERENCE.get(key)
  if (phrase.length > 1 && means.length === 0 && categoryId === undefined && !unwanted) return undefined
  const plain = phrase.map((term) => term.plain).join(' ')
  const whole = { ...termWith(plain, stem), categoryId, isWhole: COLOUR_WORDS.has(plain) }
  const withCategories = (terms: readonly Term[]) =>
    terms.map((term) => ({ ...term, categoryId: categories.get(term.stem) }))
  const hasParts = phrase.length > 1 || phrase[0]?.parts !== undefined
  const parts = hasParts ? [withCategories(phrase.flatMap((term) => term.parts ?? term))] : []
  const clause = clauseFor(listing, [[whole], ...parts], means.map(withCategories), unwanted)
  const family = phrase.length === 1 ? colourFamilyOf(plain) : undefined
  return family ? { ...clause, family } : clause
}

/** The clauses of a search's words. The longest phrase that means something becomes a clause first. */
export function clausesOf(listing: Listing, tokens: readonly string[]): Clause[] {
  const clauses: Clause[] = []
  const terms = joinTerms(tokens.map(termOf), listing)
  const { longestPhrase } = listing.vocabulary()
  while (terms.length > 0) {
    let length = Math.min(longestPhrase, terms.length)
    let clause = clauseOf(listing, terms.slice(0, length))
    while (!clause) clause = clauseOf(listing, terms.slice(0, --length))
    clauses.push(clause)
    terms.splice(0, length)
  }
  return clauses
}
