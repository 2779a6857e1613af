import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spreadStock } from '#server/catalogue/admin/change-stock.ts'

test.for<[number[], number, number[]]>([
  [[3], 7, [7]],
  [[1, 2, 3], 10, [5, 2, 3]],
  [[1, 2, 3], 4, [0, 1, 3]],
  [[1, 2, 3], 0, [0, 0, 0]],
  [[0, 0], 5, [5, 0]],
  [[2, 2], 4, [2, 2]],
])('%j set to %i pieces is %j', ([stocks, total, after]) => {
  expect(spreadStock(stocks, total)).toStrictEqual(after)
})

test('the sum is right and no size falls below 0, whatever there was', () => {
  const pieces = fc.nat({ max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 20 }), pieces, (stocks, total) => {
      const after = spreadStock(stocks, total)
      expect(after).toHaveLength(stocks.length)
      expect(after.reduce((sum, stock) => sum + stock, 0)).toBe(total)
      expect(after.every((stock) => stock >= 0)).toBe(true)
    }),
  )
})
