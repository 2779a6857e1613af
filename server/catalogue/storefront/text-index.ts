import { allWordsIn, stemOf, wordsIn } from '#server/catalogue/storefront/word-stems.ts'

/** A product's plain texts, and the number that it has among marks. */
interface Numbered {
  number: number
  text: string
}

/** By the numbers of the products: 1 for those that are meant, else 0. */
export type Marks = Uint8Array

/** Which products hold what, without reading their texts. Remove a product before its text changes, and add it again. */
export interface TextIndex {
  add(product: Numbered): void
  remove(product: Numbered): void
  /** Whether some text has a form of the word with this stem. */
  hasStem(stem: string): boolean
  /** Whether a word of some text holds these letters. */
  hold(letters: string): boolean
  /** Those whose texts hold what is typed, or a form of it; also some that hold only each of its words and signs. */
  mark(typed: { plain: string; stem: string }): Marks
}

export const both = (a: Marks, b: Marks): Marks => a.map((mark, number) => mark & (b[number] ?? 0))
export const either = (a: Marks, b: Marks): Marks => a.map((mark, number) => mark | (b[number] ?? 0))

const signsIn = (plain: string) => [...new Set(plain.match(/[^\p{Letter}\p{Number}\s]/gu))]

export function createTextIndex(): TextIndex {
  /** The numbers of the products that have a word, or a sign. */
  const numbers = new Map<string, number[]>()
  const wordsByStem = new Map<string, Set<string>>()
  let size = 0
  /** All of `numbers` in one text: looking through it takes a hundredth of asking each word. */
  let joined: string | undefined

  function* holding(part: string): Generator<string> {
    joined ??= ` ${[...numbers.keys()].join(' ')} `
    let end = 0
    for (let place = joined.indexOf(part); place >= 0; place = joined.indexOf(part, end)) {
      end = joined.indexOf(' ', place)
      yield joined.slice(joined.lastIndexOf(' ', place) + 1, end)
    }
  }

  function markAll(marks: Marks, words: Iterable<string>): Marks {
    for (const word of words) for (const number of numbers.get(word) ?? []) marks[number] = 1
    return marks
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
    hold: (letters) => !holding(letters).next().done,
    mark({ plain, stem }) {
      const held = [...wordsIn(plain), ...signsIn(plain)].map((part) => markAll(new Uint8Array(size), holding(part)))
      const marks = held.reduce(both, new Uint8Array(size).fill(1))
      return stem ? markAll(marks, wordsByStem.get(stem) ?? []) : marks
    },
  }
}
