import { expect, test } from 'vitest'

import { formatTimeLeft } from './format-time-left.ts'

const HOUR_MS = 3_600_000

test.each([
  [0, '0 min'],
  [59 * 60_000 + 59_999, '59 min'],
  [HOUR_MS, '1 h'],
  [48 * HOUR_MS - 1, '47 h'],
  [72 * HOUR_MS, '3 days'],
  [31 * 24 * HOUR_MS - 1, '30 days'],
])('%i milliseconds are %j', (ms, words) => {
  expect(formatTimeLeft(ms)).toBe(words)
})
