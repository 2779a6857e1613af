import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Synonym } from '#contract/catalogue/search/search-settings.ts'

import { STOP_WORDS, PREFERENCES } from '#server/catalogue/search/search-word-lists.ts'
import { isWord, joinedWords, plainText, stemOf } from '#server/catalogue/search/normalize-text.ts'

/** The most words of a category's name or a preference that are looked up as one phrase. */
const LONGEST_KNOWN_PHRASE = 3

/** A word of a search: as it was typed, without accents, and its stem, which all forms of the word share. */
export interface Term {
  plain: string
  /** Empty for what is no word, such as `50%_off`. */
  stem: string
  /** The stem between two spaces, to be looked for in the stems of a text. */
  spaced: string
  /** The category of this name. */
  categoryId?: string | undefined
  /** The two words that it was joined from: `t shirt`. */
  parts?: readonly Term[]
  /** It matches texts, but no category and no colour family. */
  isLiteral?: boolean
  /** It matches whole words only: `red` does not match `layered`. */
  isWhole?: boolean
}

/** Counts how often each word occurs. When a text changes, remove its old words and add the new ones. */
export interface WordCounts {
  add(words: readonly string[]): void
  remove(words: readonly string[]): void
  has(word: string): boolean
  hasStem(stem: string): boolean
  /** The most frequent ones first. */
  list(): readonly string[]
}

type Phrase = readonly Term[]

/** What a shop's categories and synonyms mean to a search. Its keys are made by `keyOf()`. */
export interface Vocabulary {
  /** The meanings of each synonym. */
  synonyms: ReadonlyMap<string, readonly Phrase[]>
  /** All words of the synonyms' phrases, as they were typed. */
  synonymWords: ReadonlySet<string>
  /** The ids of the categories by name. */
  categories: ReadonlyMap<string, string>
  /** The most words of a phrase that may mean something. */
  longestPhrase: number
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
  joinedWords(plain).filter((word) => /^[\p{Letter}\p{Mark}]{3,30}$/u.test(word))

export const tokensIn = (plain: string): string[] => [...new Set(plain.split(/\s+/).filter(Boolean))]
export const termOf = (plain: string): Term => termWith(plain, isWord(plain) ? stemOf(plain) : '')
export const termWith = (plain: string, stem: string): Term => ({ plain, stem, spaced: stem && ` ${stem} ` })
/**
 * The key of a phrase: its stems. Signs have no stem and stand for themselves, else `%` would mean whatever `&` means.
 */
export const keyOf = (terms: Phrase): string => terms.map(({ stem, plain }) => stem || plain).join(' ')

const termsIn = (text: string) => tokensIn(plainText(text)).map(termOf)

/** The phrases that a product should not have, by the preference that they contradict. */
export const UNWANTED_BY_PREFERENCE: ReadonlyMap<string, readonly Phrase[]> = new Map(
  PREFERENCES.flatMap(([phrases, unwanted]) =>
    phrases.split(',').map((phrase) => [keyOf(termsIn(phrase)), unwanted.map(termsIn)] as const),
  ),
)
/** The garments that preferences mean where a search says nothing else. */
export const GARMENT_BY_PREFERENCE: ReadonlyMap<string, string> = new Map(
  PREFERENCES.flatMap(([phrases, , garment]) =>
    garment ? phrases.split(',').map((phrase) => [keyOf(termsIn(phrase)), garment] as const) : [],
  ),
)
export const PREFERENCE_STEMS: ReadonlySet<string> = new Set(
  [...UNWANTED_BY_PREFERENCE.keys()].flatMap((key) => key.split(' ')),
)

/** The terms of a phrase without stop words, which a search drops too; all of them if there are only stop words. */
function phraseTermsIn(phrase: string): Term[] {
  const terms = termsIn(phrase)
  const meaningful = terms.filter(({ plain }) => !STOP_WORDS.has(plain))
  return meaningful.length > 0 ? meaningful : terms
}

/** Made of a listing, it holds until a category or a synonym changes. */
export function createVocabulary({
  categories,
  synonyms,
}: {
  categories: readonly Category[]
  synonyms: readonly Synonym[]
}): Vocabulary {
  const phrases = synonyms.map(({ phrase, means }) => ({ terms: phraseTermsIn(phrase), means }))
  const byKey = Map.groupBy(phrases, ({ terms }) => keyOf(terms))
  // A meaning of invisible characters alone has no terms.
  const meaningsOf = (members: typeof phrases) =>
    members.map(({ means }) => termsIn(means)).filter((terms) => terms.length > 0)
  return {
    synonyms: new Map([...byKey].map(([key, members]) => [key, meaningsOf(members)])),
    synonymWords: new Set(phrases.flatMap(({ terms }) => terms.map(({ plain }) => plain))),
    categories: new Map(categories.map(({ _id, name }) => [keyOf(termsIn(name)), _id])),
    longestPhrase: Math.max(LONGEST_KNOWN_PHRASE, ...phrases.map(({ terms }) => terms.length)),
  }
}
