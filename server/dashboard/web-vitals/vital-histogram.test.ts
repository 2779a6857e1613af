import fc from 'fast-check'
import { expect, test } from 'vitest'

import { VITAL_NAMES, VITALS } from '#contract/dashboard/vital-limits.ts'
import {
  addCounts,
  noCounts,
  quantileOf,
  ratingOf,
  stepOf,
  totalOf,
} from '#server/dashboard/web-vitals/vital-histogram.ts'

const counted = (vital: (typeof VITAL_NAMES)[number], values: readonly number[]) =>
  values.reduce((counts, value) => {
    const one = noCounts(vital)
    one[stepOf(vital, value)] = 1
    return addCounts(counts, one)
  }, noCounts(vital))

test.each(VITAL_NAMES)('%s is rated by its steps as by the values themselves', (vital) => {
  const { good, poor } = VITALS[vital]
  const near = fc.constantFrom(0, good / 2, good, good * 1.001, (good + poor) / 2, poor, poor * 1.001, poor * 9)
  const values = fc.array(fc.oneof(near, fc.double({ min: 0, max: poor * 2, noNaN: true })), { minLength: 1 })
  fc.assert(
    fc.property(values, (some) => {
      const inOrder = some.toSorted((a, b) => a - b)
      const exact = inOrder[Math.ceil(0.75 * inOrder.length) - 1]!
      const estimated = quantileOf(vital, counted(vital, some), 0.75)!
      expect(ratingOf(vital, estimated)).toBe(ratingOf(vital, exact))
    }),
  )
})

test('what three of four did not exceed lies in the step of that value', () => {
  expect(quantileOf('LCP', counted('LCP', [900, 1100, 2400, 9000]), 0.75)).toBe(2500)
  expect(quantileOf('LCP', counted('LCP', [2200, 2200, 2300, 2400]), 0.75)).toBe(2400)
  expect(quantileOf('CLS', counted('CLS', [0, 0, 0, 0.3]), 0.75)).toBe(0)
  expect(quantileOf('INP', counted('INP', [99_999]), 0.75)).toBe(30_000)
  expect(quantileOf('TTFB', noCounts('TTFB'), 0.75)).toBeUndefined()
})

test('every value is counted once', () => {
  expect(totalOf(counted('TTFB', [0, 25, 26, 600_000]))).toBe(4)
})
