import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPictureWidth, LARGEST_PICTURE_WIDTH, PICTURE_WIDTHS, pictureWidth } from '#contract/pictures.ts'

test('a kept width stays as it is', () => {
  expect(PICTURE_WIDTHS.map(pictureWidth)).toEqual([...PICTURE_WIDTHS])
})

test('any other width becomes the next kept one, and past the last the largest', () => {
  expect([0, 1, 161, 321, 799, 801, 1201].map(pictureWidth)).toEqual([160, 160, 320, 480, 800, 1200, 1200])
})

test('the width of a picture is always one that the shop keeps, and never needlessly large', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (requested) => {
      const width = pictureWidth(requested)
      expect(isPictureWidth(width)).toBe(true)
      expect(PICTURE_WIDTHS.some((kept) => kept >= requested && kept < width)).toBe(false)
    }),
  )
})

test('only the kept widths are picture widths', () => {
  expect(PICTURE_WIDTHS.every(isPictureWidth)).toBe(true)
  expect([0, 161, 319.5, -160, 1201, Number.NaN].some(isPictureWidth)).toBe(false)
  expect(LARGEST_PICTURE_WIDTH).toBe(Math.max(...PICTURE_WIDTHS))
})
