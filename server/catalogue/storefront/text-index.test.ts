import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTextIndex } from '#server/catalogue/storefront/text-index.ts'
import { allStemsIn, isWord, stemOf } from '#server/catalogue/storefront/word-stems.ts'

const text = fc
  .array(fc.constantFrom('shirts', 'over', 't-shirt', "men's", '練習', '50', '%', '-', ' ', '  ', '🧵', 'e'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''))

test('no text that holds what is typed, or a form of it, is left out after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.array(text, { maxLength: 5 }),
      text,
      (first, second, plain) => {
        const index = createTextIndex()
        for (const [number, each] of first.entries()) index.add({ number, text: each })
        for (const [number, each] of second.slice(0, first.length).entries()) {
          index.remove({ number, text: first[number] ?? '' })
          index.add({ number, text: each })
        }
        const texts = first.map((each, number) => second[number] ?? each)
        const stem = isWord(plain) ? stemOf(plain) : ''
        const answers = (each: string) =>
          each.includes(plain) || (stem !== '' && allStemsIn(each).includes(` ${stem} `))
        const marks = index.mark({ plain, stem })
        for (const [number, each] of texts.entries()) if (answers(each)) expect(marks[number]).toBe(1)
        expect(index.hold('shirts')).toBe(texts.some((each) => each.includes('shirts')))
        if (/^[\p{Letter}\p{Number}]+$/u.test(plain)) {
          expect([...marks]).toStrictEqual(texts.map((each) => Number(answers(each))))
        }
      },
    ),
  )
})
