import fc from 'fast-check'
import { expect, test } from 'vitest'

import { breakLines, UNKNOWN, type Measure } from '#server/documents/pdf/printable-characters.ts'

/** Every letter is one wide; the font holds ASCII, the rupee sign and ā. */
const measure: Measure = {
  has: (_weight, point) => point < 0x7f || point === 0x20b9 || point === 0x101,
  width: (text, _weight, size) => Array.from(text).length * size,
}
const read = (text: string, width: number) => breakLines(text, { width, size: 1, weight: 'regular', measure })

test('lines break at spaces, and within a word that is wider than a line', () => {
  expect(read('a plain shirt', 7)).toEqual(['a plain', 'shirt'])
  expect(read('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(read('ab abcdefgh', 4)).toEqual(['ab', 'abcd', 'efgh'])
  expect(read('  a \n\t b  ', 9)).toEqual(['a b'])
  expect(read('', 9)).toEqual([])
})

test('a letter that the font lacks is a question mark, and what is no letter is left out', () => {
  expect(read('a₹5ā', 9)).toEqual(['a₹5ā'])
  expect(read('आशा 👩‍👩‍👧 x', 99)).toEqual([`${UNKNOWN}${UNKNOWN} ${UNKNOWN} x`])
  expect(read('a\u0304', 9)).toEqual(['ā'])
  expect(read('a\u0000\u202Eb', 9)).toEqual(['ab'])
})

test('whatever the text, no line is wider than asked and no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (text, width) => {
      const lines = read(text, width)
      for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(read(text, 10_000).join('').replaceAll(' ', ''))
    }),
  )
})
