import type { Listing } from '#server/catalogue/storefront/product-index.ts'

import { isWord, joinedWords, plainText, stemOf } from '#server/catalogue/storefront/words.ts'

/** One word: as it is typed, without accents, and what its forms have in common. */
export interface Term {
  plain: string
  /** Empty for what is no word, such as `50%_off`. */
  stem: string
  /** The category that is called so. */
  categoryId?: string | undefined
  /** The words that it was put together from. */
  parts?: readonly Term[]
  /** Only the texts count: neither its colour family nor its category. */
  isLiteral?: boolean
}

/** The words that a search may mean. */
export interface Vocabulary {
  /** Those of names, colours, fabrics, fits, categories and phrases. */
  words: ReadonlySet<string>
  byFrequency: readonly string[]
  stems: ReadonlySet<string>
  /** What a phrase of several stems means besides itself. */
  meanings: ReadonlyMap<string, readonly (readonly Term[])[]>
  categories: ReadonlyMap<string, string>
}

export const tokensIn = (plain: string): string[] => [...new Set(plain.split(/\s+/).filter(Boolean))]
export const termOf = (plain: string): Term => ({ plain, stem: isWord(plain) ? stemOf(plain) : '' })
export const keyOf = (terms: readonly Term[]): string => terms.map(({ stem }) => stem).join(' ')

const termsIn = (text: string) => tokensIn(plainText(text)).map(termOf)
const isLearned = (word: string) => /^\p{Letter}{3,30}$/u.test(word)

function learn({ categories, synonyms, inOrder }: Listing): Vocabulary {
  const counts = new Map<string, number>()
  function count(plain: string): void {
    for (const word of joinedWords(plain).filter(isLearned)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const { text, factsLength, families } of inOrder('name')) {
    count(text.slice(0, factsLength))
    count(families.join(' ').toLowerCase())
  }
  for (const { name } of categories) count(plainText(name))
  const meanings = new Map<string, (readonly Term[])[]>()
  for (const { phrase, means } of synonyms) {
    count(plainText(phrase))
    const key = keyOf(termsIn(phrase))
    meanings.set(key, [...(meanings.get(key) ?? []), termsIn(means)])
  }
  return {
    words: new Set(counts.keys()),
    byFrequency: [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word),
    stems: new Set([...counts.keys()].map(stemOf)),
    meanings,
    categories: new Map(categories.map(({ _id, name }) => [keyOf(termsIn(name)), _id])),
  }
}

const learned = new WeakMap<Listing, { textVersion: number; vocabulary: Vocabulary }>()

/** The vocabulary of a listing, made again only after one of its texts has changed. */
export function vocabularyOf(listing: Listing): Vocabulary {
  const known = learned.get(listing)
  if (known?.textVersion === listing.textVersion) return known.vocabulary
  const vocabulary = learn(listing)
  learned.set(listing, { textVersion: listing.textVersion, vocabulary })
  return vocabulary
}
