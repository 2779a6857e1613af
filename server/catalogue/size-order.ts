import { withLatinDigits } from '#contract/schemas/typed-text.ts'

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']

/** Whether a word may be a size: `L`, `xl`, `32`. */
export const isSizeWord = (word: string): boolean => LETTERS.includes(word.toUpperCase()) || /^\d\d$/.test(word)

/** A size as people search and filter by it: ४२ and 42 are one. Most sizes have nothing to change. */
export const latinSize = (size: string): string => (/^[ -~]*$/.test(size) ? size : withLatinDigits(size))

function rankOf(size: string): [number, number] {
  const letter = LETTERS.indexOf(size.toUpperCase())
  if (letter >= 0) return [0, letter]
  const number = Number.parseFloat(latinSize(size))
  return Number.isNaN(number) ? [2, 0] : [1, number]
}

/** Sorts sizes: letters from small to large, then numbers, then all others by name. */
export function compareSizes(a: string, b: string): number {
  const [kindA, rankA] = rankOf(a)
  const [kindB, rankB] = rankOf(b)
  return kindA - kindB || rankA - rankB || (a < b ? -1 : 1)
}

/** No text in the database contains it. */
const SEPARATOR = '\0'

/** Joins all sizes of a product to one text; `sizesIn()` splits them again. */
export const joinSizes = (sizes: readonly string[]): string => sizes.join(SEPARATOR)
export const sizesIn = (joined: string): string[] => joined.split(SEPARATOR).filter(Boolean)
