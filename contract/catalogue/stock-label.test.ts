import { expect, test } from 'vitest'

import { stockLevel, stockLabel } from '#contract/catalogue/stock-label.ts'

test.each([
  [11, 'In Stock', 'plenty'],
  [10, 'Only 10 left', 'few'],
  [1, 'Only 1 left', 'few'],
  [0, 'Out of Stock', 'none'],
] as const)('a stock of %i is shown as %s', (stock, word, level) => {
  expect(stockLabel(stock)).toBe(word)
  expect(stockLevel(stock)).toBe(level)
})
