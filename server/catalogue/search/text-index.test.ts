import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTextIndex } from '#server/catalogue/search/text-index.ts'
import { allStemsIn, isWord, stemOf } from '#server/catalogue/search/normalize-text.ts'

const PARTS = ['shirts', 'over', 't-shirt', "men's", '練習', '50', '%', '-', ' ', '  ', '🧵', 'e']
const texts = fc.array(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => parts.join('')),
  { minLength: 3, maxLength: 5 },
)
const typed = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

test('no text that holds what is typed, or a form of it, is left out, nor kept after it has changed', () => {
  fc.assert(
    fc.property(texts, texts, typed, (first, second, plain) => {
      const index = createTextIndex()
      for (const [number, text] of first.entries()) index.add({ number, text })
      for (const number of [2, 1]) {
        index.remove({ number, text: first[number] ?? '' })
        index.add({ number, text: second[number] ?? '' })
      }
      const current = first.map((text, number) => (number === 1 || number === 2 ? (second[number] ?? '') : text))
      const stem = isWord(plain) ? stemOf(plain) : ''
      const isAnswer = (text: string) => text.includes(plain) || (stem !== '' && allStemsIn(text).includes(` ${stem} `))
      const marks = index.findCandidates({ plain, stem })
      expect(current.every((text, number) => marks[number] === 1 || !isAnswer(text))).toBe(true)
      const holders = [...index.findCandidates({ plain: 'shirts', stem: '' })]
      expect(holders).toStrictEqual(current.map((text) => Number(text.includes('shirts'))))
      expect(index.contains('shirts')).toBe(holders.includes(1))
    }),
  )
})
