import { expect, test } from 'vitest'

import { fitSummary } from '#app/catalogue/sizes/fit-summary.ts'

test.each([
  [{ small: 1, right: 12, large: 2 }, '12 of 15 say it fits as expected'],
  [{ small: 5, right: 3, large: 0 }, '5 of 8 say it runs small'],
  [{ small: 0, right: 0, large: 1 }, '1 of 1 says it runs large'],
  [{ small: 1, right: 2, large: 1 }, 'Of 4, 1 says it runs small, 2 say it fits as expected, 1 says it runs large'],
  [{ small: 7, right: 7, large: 0 }, 'Of 14, 7 say it runs small, 7 say it fits as expected'],
])('%o is told as %s', (fits, words) => {
  expect(fitSummary(fits)).toBe(words)
})
