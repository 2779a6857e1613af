import fc from 'fast-check'
import { expect, test } from 'vitest'

import { breakLines, cutLines } from '#server/documents/pdf/break-lines.ts'
import { isPrintable, isWhole, type Measure } from '#server/documents/pdf/text-runs.ts'

const graphemes = new Intl.Segmenter('en')
const lengthOf = (text: string) => Array.from(graphemes.segment(text)).length

/** Every letter is one wide. One font holds ASCII, the rupee sign and ā, another one Tamil. */
const measure: Measure = {
  fonts: ['mukta', 'tamil'],
  has: (font, point) =>
    font === 'tamil'
      ? (point >= 0xb80 && point < 0xc00) || point === 0x20
      : point < 0x7f || point === 0x20b9 || point === 0x101,
  width: ({ text }, _weight, size) => lengthOf(text) * size,
}
const read = (text: string, width: number) =>
  breakLines(text, { width, size: 1, weight: 'regular', measure }).map(({ runs }) =>
    runs.map((run) => run.text).join(''),
  )

test('lines break at spaces, and within a word that is wider than a line', () => {
  expect(read('a plain shirt', 7)).toEqual(['a plain', 'shirt'])
  expect(read('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(read('ab abcdefgh', 4)).toEqual(['ab', 'abcd', 'efgh'])
  expect(read('  a \n\t b  ', 9)).toEqual(['a b'])
  expect(read('', 9)).toEqual([])
})

test('a long word is divided behind a hyphen or the like, and leaves no letter alone', () => {
  expect(read('forever-and-ever', 9)).toEqual(['forever-', 'and-ever'])
  expect(read('asha.rao@example.com', 12)).toEqual(['asha.rao@', 'example.com'])
  expect(read('abcdefghijk', 10)).toEqual(['abcdefgh', 'ijk'])
})

test('a letter that no font has is left out, and so is what is no letter', () => {
  expect(read('a₹5ā', 9)).toEqual(['a₹5ā'])
  expect(read('आशा 👩‍👩‍👧 x ثوب', 99)).toEqual(['x'])
  expect(read('a\u0304', 9)).toEqual(['ā'])
  expect(read('a\u0000\u202Eb', 9)).toEqual(['ab'])
  expect(read('1️⃣', 9)).toEqual(['1'])
})

test('each part of a line is drawn by the font of its script', () => {
  const [line] = breakLines('No. 4, வடக்கு வீதி 12', { width: 99, size: 1, weight: 'regular', measure })
  expect(line?.runs).toEqual([
    { font: 'mukta', text: 'No. 4, ' },
    { font: 'tamil', text: 'வடக்கு வீதி ' },
    { font: 'mukta', text: '12' },
  ])
})

test('a text without a letter of any font is told', () => {
  expect(['🎉', '\u200D', ' ', '布'].map((text) => isPrintable(text, measure))).toEqual([false, false, false, false])
  expect(['a🎉', 'வீ'].map((text) => isPrintable(text, measure))).toEqual([true, true])
})

test('a letter that no font has is drawn as the plain letters that it stands for', () => {
  expect(read('№ 12, Ⅳ Ｃｒｏｓｓ A＆B', 99)).toEqual(['No 12, IV Cross A&B'])
  expect(read('𝐑𝐚𝐡𝐮𝐥 Nguyễn', 99)).toEqual(['Rahul Nguyen'])
})

test('a text of which letters, marks or figures are left out is not whole, one without its pictures is', () => {
  const whole = ['', 'No. 4 – வீதி', '№ 12', 'a 🏠 ★', 'a\u200Db']
  expect(whole.filter((text) => !isWhole(text, measure))).toEqual([])
  expect(['گلی 4', 'x 布', 'ễ', '۱۲'].filter((text) => isWhole(text, measure))).toEqual([])
})

test('a cut shows at the end of the last line, or in the middle where the end is wanted', () => {
  const place = { width: 9, size: 1, weight: 'regular', measure: { ...measure, has: () => true } } as const
  const cut = (text: string, most: number, keepsEnd = false) =>
    cutLines(breakLines(text, place), most, place, keepsEnd).map(({ runs }) => runs.map((run) => run.text).join(''))
  expect(cut('a plain shirt of linen', 2)).toEqual(['a plain', 'shirt of…'])
  expect(cut('a plain shirt of linen', 3)).toEqual(['a plain', 'shirt of', 'linen'])
  expect(cut('a plain shirt of linen', 1, true)).toEqual(['a pl…inen'])
})

test('whatever the text, no line is wider than asked and no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (text, width) => {
      const lines = read(text, width)
      for (const line of lines) expect(lengthOf(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(read(text, 10_000).join('').replaceAll(' ', ''))
    }),
  )
})
