import type { Listing } from '#server/catalogue/storefront/product-index.ts'

import { STOP_WORDS, PREFERENCES } from '#server/catalogue/storefront/search-word-lists.ts'
import { isWord, joinedWords, plainText, stemOf } from '#server/catalogue/storefront/normalize-text.ts'

/** One word: as it is typed, without accents, and what its forms have in common. */
export interface Term {
  plain: string
  /** Empty for what is no word, such as `50%_off`. */
  stem: string
  /** The stem between two spaces, as it stands among the stems of a text. */
  spaced: string
  /** The category that is called so. */
  categoryId?: string | undefined
  /** The words that it was put together from. */
  parts?: readonly Term[]
  /** Only its texts count, not its colour family or category. */
  isLiteral?: boolean
  /** Only whole words count: `red` is not in `layered`. */
  isWhole?: boolean
}

/** How often words stand in texts. When a text changes, remove its old words and add the new ones. */
export interface WordCounts {
  add(words: readonly string[]): void
  remove(words: readonly string[]): void
  has(word: string): boolean
  hasStem(stem: string): boolean
  /** The most frequent ones first. */
  list(): readonly string[]
}

/** What phrases of several stems mean besides themselves, and the categories that are called so. */
interface Vocabulary {
  words: WordCounts
  meanings: ReadonlyMap<string, readonly (readonly Term[])[]>
  /** How many words the longest of these phrases has. */
  longestPhrase: number
  /** The words of these phrases as they are typed. */
  phraseWords: ReadonlySet<string>
  categories: ReadonlyMap<string, string>
  /** What a product must not have, by what a shopper would like of it. */
  preferences: ReadonlyMap<string, readonly (readonly Term[])[]>
}

export function createWordCounts(): WordCounts {
  const counts = new Map<string, number>()
  /** How many words have a stem. */
  const stems = new Map<string, number>()
  function change(known: Map<string, number>, key: string, by: number): number {
    const count = (known.get(key) ?? 0) + by
    if (count > 0) known.set(key, count)
    else known.delete(key)
    return count
  }
  return {
    add(words) {
      for (const word of words) if (change(counts, word, 1) === 1) change(stems, stemOf(word), 1)
    },
    remove(words) {
      for (const word of words) if (change(counts, word, -1) === 0) change(stems, stemOf(word), -1)
    },
    has: (word) => counts.has(word),
    hasStem: (stem) => stems.has(stem),
    list: () => [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word),
  }
}

/** The words of a plain text that others are corrected to. */
export const learnedWords = (plain: string): string[] =>
  joinedWords(plain).filter((word) => /^\p{Letter}{3,30}$/u.test(word))

export const tokensIn = (plain: string): string[] => [...new Set(plain.split(/\s+/).filter(Boolean))]
export const termOf = (plain: string): Term => termWith(plain, isWord(plain) ? stemOf(plain) : '')
export const termWith = (plain: string, stem: string): Term => ({ plain, stem, spaced: stem && ` ${stem} ` })
/** What is no word counts as it is typed: otherwise `%` would mean whatever `&` means. */
export const keyOf = (terms: readonly Term[]): string => terms.map(({ stem, plain }) => stem || plain).join(' ')

const termsIn = (text: string) => tokensIn(plainText(text)).map(termOf)

const KNOWN_PREFERENCES = new Map(
  PREFERENCES.flatMap(([phrases, unlike]) =>
    phrases.split(',').map((phrase) => [keyOf(termsIn(phrase)), unlike.map(termsIn)] as const),
  ),
)
/** Of the words of preferences. */
export const PREFERENCE_STEMS: ReadonlySet<string> = new Set(
  [...KNOWN_PREFERENCES.keys()].flatMap((key) => key.split(' ')),
)

/** The words of a phrase that a search keeps: those that say nothing are left out of both. */
function phraseTermsIn(phrase: string): Term[] {
  const terms = termsIn(phrase)
  const telling = terms.filter(({ plain }) => !STOP_WORDS.has(plain))
  return telling.length > 0 ? telling : terms
}

function learn({ categories, synonyms, words }: Listing): Vocabulary {
  const phrases = synonyms.map(({ phrase, means }) => ({ terms: phraseTermsIn(phrase), means }))
  const meanings = Map.groupBy(phrases, ({ terms }) => keyOf(terms))
  return {
    words,
    longestPhrase: Math.max(0, ...phrases.map(({ terms }) => terms.length)),
    phraseWords: new Set(phrases.flatMap(({ terms }) => terms.map(({ plain }) => plain))),
    meanings: new Map(
      // A meaning of invisible characters alone has no terms.
      [...meanings].map(([key, members]) => [
        key,
        members.map(({ means }) => termsIn(means)).filter((terms) => terms.length > 0),
      ]),
    ),
    categories: new Map(categories.map(({ _id, name }) => [keyOf(termsIn(name)), _id])),
    preferences: KNOWN_PREFERENCES,
  }
}

const learned = new WeakMap<Listing, { settingsVersion: number; vocabulary: Vocabulary }>()

/** The vocabulary of a listing, made again only after a category or a synonym has changed. */
export function vocabularyOf(listing: Listing): Vocabulary {
  const { settingsVersion } = listing
  const known = learned.get(listing)
  if (known?.settingsVersion === settingsVersion) return known.vocabulary
  const vocabulary = learn(listing)
  learned.set(listing, { settingsVersion, vocabulary })
  return vocabulary
}
