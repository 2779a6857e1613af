import { expect, test } from 'vitest'

import { usableCreditPaise } from '#contract/accounts/store-credit-rules.ts'

test.each([
  ['a part of the total', 30_000, 100_000, 30_000],
  ['all of it', 100_000, 100_000, 100_000],
  ['more than the total', 200_000, 100_000, 100_000],
  ['all but less than the least payment', 99_950, 100_000, 99_900],
  ['nothing', 0, 100_000, 0],
  ['a part of the least payment', 50, 100, 0],
])('%s: of a balance of %i paise a total of %i takes %i', (_, balance, total, used) => {
  expect(usableCreditPaise(balance, total)).toBe(used)
})
