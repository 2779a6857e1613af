import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  MAX_PRICE_RUPEES,
  formatRupees,
  formatTotal,
  isPrice,
  lineTotal,
  paidPrice,
  paiseFromRupees,
  percentOff,
  rupeesFromPaise,
  splitPaise,
} from '#contract/units/money.ts'

const MOST_PAISE = MAX_PRICE_RUPEES * 100
const paise = fc.integer({ min: 0, max: MOST_PAISE })
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

test('a line total is exact where a product of rupees is not', () => {
  expect(lineTotal({ price: 1.1 }, 3)).toBe(3.3)
  expect(lineTotal({ price: 500, discountedPrice: 19.99 }, 7)).toBe(139.93)
})

test('paise become rupees and the same paise again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MOST_PAISE, max: MOST_PAISE }), (amount) => {
      expect(paiseFromRupees(rupeesFromPaise(amount))).toBe(amount)
    }),
  )
})

test('rupees on the wire have at most two decimals', () => {
  fc.assert(
    fc.property(paise, (amount) => {
      expect(JSON.stringify(rupeesFromPaise(amount))).toMatch(/^\d+(\.\d{1,2})?$/)
    }),
  )
})

test('a sum that floats have blurred is still the amount that was meant', () => {
  expect(paiseFromRupees(0.1 + 0.2)).toBe(30)
  expect(paiseFromRupees(1.1 * 3)).toBe(330)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 10 }), (amounts) => {
      expect(paiseFromRupees(sum(amounts.map(rupeesFromPaise)))).toBe(sum(amounts))
    }),
  )
})

test('minus nothing is nothing', () => {
  expect(Object.is(paiseFromRupees(-0), 0)).toBe(true)
  expect(Object.is(paiseFromRupees(-1e-12), 0)).toBe(true)
})

test.each([Number.NaN, Infinity, -Infinity, 0.001, 1.005, 99.999, 1e20, Number.MAX_VALUE])(
  '%d is no amount to charge',
  (rupees) => {
    expect(() => paiseFromRupees(rupees)).toThrow(RangeError)
    expect(isPrice(rupees)).toBe(false)
  },
)

test.each([0.5, Number.NaN, 2 ** 53, Infinity])('%d is no number of paise', (amount) => {
  expect(() => rupeesFromPaise(amount)).toThrow(RangeError)
})

/** Doubles of all sizes, and those within a hair of an amount. */
const nearPrices = fc.oneof(
  fc.double({ noNaN: true }),
  fc.tuple(paise, fc.integer({ min: -3, max: 3 })).map(([amount, hairs]) => amount / 100 + hairs * 3e-10),
)

test('whatever passes for a price can be charged, and what lies outside the bounds does not pass', () => {
  fc.assert(
    fc.property(nearPrices, (rupees) => {
      fc.pre(isPrice(rupees))
      const amount = paiseFromRupees(rupees)
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(amount).toBeLessThanOrEqual(MOST_PAISE)
    }),
  )
  fc.assert(fc.property(paise, (amount) => isPrice(amount / 100)))
  expect([-0.01, MAX_PRICE_RUPEES + 0.01].map(isPrice)).toEqual([false, false])
})

test('a third decimal never passes for a price', () => {
  fc.assert(
    fc.property(paise, fc.integer({ min: 1, max: 9 }), (amount, thousandths) => {
      expect(isPrice((amount * 10 + thousandths) / 1000)).toBe(false)
    }),
  )
})

const weights = fc.array(fc.integer({ min: 0, max: MOST_PAISE }), { minLength: 1, maxLength: 60 })

test('the parts of a split are whole paise and sum to what was split', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 * MOST_PAISE }), weights, (total, shares) => {
      const parts = splitPaise(total, shares)
      expect(parts).toHaveLength(shares.length)
      expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
      expect(sum(parts)).toBe(total)
    }),
    { numRuns: 1000 },
  )
})

test('no part of a split is a whole paisa away from its exact share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST_PAISE }), weights, (total, shares) => {
      const all = BigInt(sum(shares))
      fc.pre(all > 0n)
      for (const [index, part] of splitPaise(total, shares).entries()) {
        const scaledError = BigInt(part) * all - BigInt(total) * BigInt(shares[index] ?? 0)
        expect(scaledError < all && scaledError > -all).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
})

test('what weighs nothing gets nothing, unless nothing weighs anything', () => {
  fc.assert(
    fc.property(paise, weights, (total, shares) => {
      fc.pre(sum(shares) > 0)
      const parts = splitPaise(total, shares)
      expect(parts.every((part, index) => part === 0 || (shares[index] ?? 0) > 0)).toBe(true)
    }),
  )
  expect(splitPaise(100, [])).toEqual([])
  expect(splitPaise(100, [0, 0, 0])).toEqual([34, 33, 33])
  expect(splitPaise(100, [1, 1, 1])).toEqual([34, 33, 33])
})

test('what is paid is the discounted price where there is one', () => {
  expect(paidPrice({ price: 100 })).toBe(100)
  expect(paidPrice({ price: 100, discountedPrice: 0 })).toBe(0)
  expect(paidPrice({ price: 100, discountedPrice: 80 })).toBe(80)
})

test('per cent off is whole, and there only for a discount', () => {
  fc.assert(
    fc.property(paise, paise, (price, discountedPrice) => {
      fc.pre(discountedPrice < price)
      const percent = percentOff({ price, discountedPrice })
      expect(Number.isInteger(percent)).toBe(true)
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
      expect(Math.abs((percent ?? 0) - ((price - discountedPrice) / price) * 100)).toBeLessThanOrEqual(0.5)
    }),
  )
  expect([undefined, 100, 101].map((discountedPrice) => percentOff({ price: 100, discountedPrice }))).toEqual(
    Array.from({ length: 3 }),
  )
})

test('amounts are written as people in India read them', () => {
  expect(formatRupees(1499)).toBe('₹1,499')
  expect(formatRupees(1499.5)).toBe('₹1,499.50')
  expect(formatRupees(1_234_567)).toBe('₹12,34,567')
  expect(formatTotal(1499)).toBe('₹1,499.00')
  fc.assert(
    fc.property(paise, (amount) => {
      for (const text of [formatRupees(rupeesFromPaise(amount)), formatTotal(rupeesFromPaise(amount))]) {
        expect(Math.round(Number(text.replaceAll(/[₹,]/g, '')) * 100)).toBe(amount)
      }
    }),
  )
})
