import { expect, test } from 'vitest'

import { isPictureWidth, LARGEST_PICTURE_WIDTH, PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'

test('only the kept widths are picture widths', () => {
  expect(PICTURE_WIDTHS.every(isPictureWidth)).toBe(true)
  expect([0, 161, 319.5, -160, 1201, Number.NaN].some(isPictureWidth)).toBe(false)
  expect(LARGEST_PICTURE_WIDTH).toBe(Math.max(...PICTURE_WIDTHS))
})
