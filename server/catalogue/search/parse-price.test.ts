import { expect, test } from 'vitest'

import { parsePrice } from '#server/catalogue/search/parse-price.ts'

test.for([
  ['shirt between 1k and 2k', 'shirt', 1000, 2000],
  ['jeans 1-2k', 'jeans', 1000, 2000],
  ['1000to 2000', '', 1000, 2000],
  ['around 1500 polo', 'polo', 1200, 1800],
  ['over 500 under 1,500', '', 500, 1500],
  ['₹1499.50/- tee', 'tee', undefined, 1499.5],
  ['500and above', '', 500, undefined],
  ['not more than 1500', '', undefined, 1500],
  ['no less than 1500', '', 1500, undefined],
  ['shirt for 999', 'shirt', undefined, 999],
  ['shirt for 42', 'shirt for 42', undefined, undefined],
  ['jeans 30-32', 'jeans 30-32', undefined, undefined],
  ['1500 tee under 500', '1500 tee', undefined, 500],
  ['under 1e400', 'under 1e400', undefined, undefined],
  ['under 1,500e3', 'under 1,500e3', undefined, undefined],
  ['shirt under 2xl', 'shirt under 2xl', undefined, undefined],
] as const)('%s asks for a price', ([typed, words, lowest, highest]) => {
  const { rest, bounds } = parsePrice(typed)
  expect(rest.trim()).toBe(words)
  expect(bounds).toStrictEqual({
    ...(lowest !== undefined && { lowestPaise: lowest * 100 }),
    ...(highest !== undefined && { highestPaise: highest * 100 }),
  })
})
