import { expect, test } from 'vitest'

import { isLedger } from '#prove/webhooks/compare-deliveries.ts'

const changed = (...all: number[][]) => all.map((changes) => ({ id: 'size', before: 10, changes }))

test('changes of one transaction are told one by one or as what they come to', () => {
  expect(isLedger(changed([1, -1], [-2]), [11, 10, 8])).toBe(true)
  expect(isLedger(changed([1, -1], [-2]), [8])).toBe(true)
  // The one is told as what it comes to, although its parts are there: they belong to the other.
  expect(isLedger(changed([1, -2], [1, -2, 3]), [9, 10, 8, 11])).toBe(true)
})

test('a change that is missing, or told twice, is found', () => {
  expect(isLedger(changed([1, -1], [-2]), [11, 9])).toBe(false)
  expect(isLedger(changed([-2]), [8, 6])).toBe(false)
  expect(isLedger(changed([-2], [-1]), [8])).toBe(false)
})
