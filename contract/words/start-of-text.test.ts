import { expect, test } from 'vitest'

import { startOf } from '#contract/words/start-of-text.ts'

test.each([
  ['Kurta', 5, 'Kurta'],
  ['Kurta', 3, 'Kur'],
  ['abc🧵', 4, 'abc'],
  ['abc🧵', 5, 'abc🧵'],
  ['a👨‍👩‍👧', 8, 'a'],
  ['कुर्ता', 3, 'कु'],
  ['🧵', 1, ''],
  [`e${'\u0301'.repeat(300)}`, 4, 'e\u0301\u0301\u0301'],
])('the start of %s of %i is %s', (text, max, start) => {
  expect(startOf(text, max)).toBe(start)
})
