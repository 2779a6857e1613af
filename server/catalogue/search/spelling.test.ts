import fc from 'fast-check'
import { expect, test } from 'vitest'

import { editDistance, guessWord } from '#server/catalogue/search/spelling.ts'

test.for([
  ['linen', 'linen', 0],
  ['linen', 'linnen', 1],
  ['linen', 'lnien', 1],
  ['linen', 'lien', 1],
  ['linen', 'lines', 1],
  ['linen', 'wool', 3],
  ['', 'ab', 2],
])('%s and %s are %i apart', ([from, to, distance]) => {
  expect(editDistance(from as string, to as string, 2)).toBe(distance)
})

test('the distance is the same from both sides, and 0 for the same word alone', () => {
  const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9))
      expect(editDistance(a, b, 9) === 0).toBe(a === b)
    }),
  )
})

test('the nearest words come first, and short or distant words have none', () => {
  const vocabulary = ['linen', 'lines', 'shirt', 'trousers']
  expect(guessWord('linnen', vocabulary)).toStrictEqual(['linen'])
  expect(guessWord('liner', vocabulary)).toStrictEqual(['linen', 'lines'])
  expect(guessWord('trowsesr', vocabulary)).toStrictEqual(['trousers'])
  expect(guessWord('lin', vocabulary)).toStrictEqual(['lin'])
  expect(guessWord('lim', vocabulary)).toStrictEqual([])
  expect(guessWord('corduroy', vocabulary)).toStrictEqual([])
})
