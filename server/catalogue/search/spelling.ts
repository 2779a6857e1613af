import type { WordCounts } from '#server/catalogue/search/search-vocabulary.ts'

import { STOP_WORDS } from '#server/catalogue/search/search-word-lists.ts'
import { joined } from '#server/catalogue/search/normalize-text.ts'

/** A shorter word is near too many others to be corrected. */
const SHORTEST_GUESS = 4
const LONG_WORD = 8
const MOST_GUESSES = 3
/** The fewest letters of each word when one word is split into two. */
const SHORTEST_PART = 3

/**
 * How many letters must be added, removed, replaced or swapped with their neighbour to turn one word into the other
 * (the optimal string alignment distance); `limit` + 1 for any distance above the limit.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/**
 * The words that a misspelt word probably means, nearest first, equally near ones in the order of the vocabulary.
 * Allows one error in a word of four to seven letters, two in a longer one. A word that is part of a known word is
 * right as it is. All words are plain text.
 */
export function guessWord(word: string, vocabulary: readonly string[]): string[] {
  if (vocabulary.some((known) => known.includes(word))) return [word]
  if (word.length < SHORTEST_GUESS) return []
  const limit = word.length < LONG_WORD ? 1 : 2
  return vocabulary
    .map((known) => ({ known, distance: editDistance(word, known, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_GUESSES)
    .map(({ known }) => known)
}

/** What an unknown word probably means: two words of the catalogue that were typed as one, or the nearest word. */
export function correctWord(token: string, words: WordCounts): string | undefined {
  const typed = joined(token)
  // Where vowels are signs, words of one sign's difference are other words: कुर्ता, कुर्ती.
  if (typed === '' || /\p{Mark}/u.test(typed)) return undefined
  const isPart = (part: string) => words.has(part) || STOP_WORDS.has(part)
  for (let end = SHORTEST_PART; end <= typed.length - SHORTEST_PART; end += 1) {
    const [left, right] = [typed.slice(0, end), typed.slice(end)]
    if (isPart(left) && isPart(right)) return `${left} ${right}`
  }
  const known = words.list()
  const guessed = guessWord(typed, known)[0]
  return guessed ?? (typed.endsWith('s') ? guessWord(typed.slice(0, -1), known)[0] : undefined)
}
