import { allWordsIn, stemOf, wordsIn } from '#server/catalogue/search/normalize-text.ts'

/** A product's plain texts, and its index in a `ProductSet`. */
interface Numbered {
  number: number
  text: string
}

/** A set of products: for each product number one byte, 1 if it is in the set, else 0. */
export type ProductSet = Uint8Array

/**
 * Finds products by their words without reading their texts. Remove a product before its text changes, and add it
 * again.
 */
export interface TextIndex {
  add(product: Numbered): void
  remove(product: Numbered): void
  /** Whether some text has a word with this stem. */
  hasStem(stem: string): boolean
  /** Whether some word or sign of the texts contains this. */
  contains(letters: string): boolean
  /**
   * All products whose texts contain what was typed, or another form of it, and some whose texts contain its words
   * apart.
   */
  findCandidates(typed: { plain: string; stem: string }): ProductSet
}

export const intersect = (a: ProductSet, b: ProductSet): ProductSet => a.map((mark, number) => mark & (b[number] ?? 0))
export const unite = (a: ProductSet, b: ProductSet): ProductSet => a.map((mark, number) => mark | (b[number] ?? 0))

const signsIn = (plain: string) => [...new Set(plain.match(/[^\p{Letter}\p{Mark}\p{Number}\s]/gu))]

export function createTextIndex(): TextIndex {
  /** The numbers of the products that have a word, or a sign. */
  const numbers = new Map<string, number[]>()
  const wordsByStem = new Map<string, Set<string>>()
  let size = 0
  /** All words in one text: searching it takes a hundredth of the time of testing each word. */
  let joined: string | undefined

  function* wordsWith(part: string): Generator<string> {
    joined ??= ` ${[...numbers.keys()].join(' ')} `
    let end = 0
    for (let place = joined.indexOf(part); place >= 0; place = joined.indexOf(part, end)) {
      end = joined.indexOf(' ', place)
      yield joined.slice(joined.lastIndexOf(' ', place) + 1, end)
    }
  }

  function addProductsWith(words: Iterable<string>, products: ProductSet): ProductSet {
    for (const word of words) for (const number of numbers.get(word) ?? []) products[number] = 1
    return products
  }

  return {
    add({ number, text }) {
      size = Math.max(size, number + 1)
      for (const word of [...allWordsIn(text), ...signsIn(text)]) {
        const known = numbers.get(word)
        if (known) {
          known.push(number)
          continue
        }
        numbers.set(word, [number])
        joined = undefined
        const stem = stemOf(word)
        wordsByStem.set(stem, (wordsByStem.get(stem) ?? new Set()).add(word))
      }
    },
    remove({ number, text }) {
      for (const word of [...allWordsIn(text), ...signsIn(text)]) {
        const known = numbers.get(word) ?? []
        if (known.length > 1) {
          known.splice(known.indexOf(number), 1)
          continue
        }
        numbers.delete(word)
        joined = undefined
        const stem = stemOf(word)
        const words = wordsByStem.get(stem)
        words?.delete(word)
        if (words?.size === 0) wordsByStem.delete(stem)
      }
    },
    hasStem: (stem) => wordsByStem.has(stem),
    contains: (letters) => !wordsWith(letters).next().done,
    findCandidates({ plain, stem }) {
      const parts = [...new Set([...wordsIn(plain), ...signsIn(plain)])]
      const withPart = parts.map((part) => addProductsWith(wordsWith(part), new Uint8Array(size)))
      const products = withPart.reduce(intersect, new Uint8Array(size).fill(1))
      return stem ? addProductsWith(wordsByStem.get(stem) ?? [], products) : products
    },
  }
}
