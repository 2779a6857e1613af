import { expect, test } from 'vitest'

import { priceGapAround, hsnOf, isLargeInvoice, rateOfPiece, taxOfPiece } from '#contract/tax/gst-rules.ts'
import { dayInIndia } from '#contract/units/india-time.ts'

const TODAY = '2026-11-22'

test('every paisa up to 3,000 rupees is split without rest and to the nearest paisa, at each rate and to both places', () => {
  const faults: string[] = []
  for (const percent of [5, 12, 18]) {
    for (let price = 1; price <= 300_000; price += 1) {
      const near = taxOfPiece(price, percent, true)
      const far = taxOfPiece(price, percent, false)
      const exact = (price * percent) / (100 + percent)
      const isRight =
        near.centralPaise === near.statePaise &&
        near.integratedPaise === 0 &&
        far.centralPaise + far.statePaise === 0 &&
        near.taxablePaise + near.centralPaise + near.statePaise === price &&
        far.taxablePaise + far.integratedPaise === price &&
        Math.abs(near.centralPaise - exact / 2) <= 0.5 + 1e-9 &&
        Math.abs(far.integratedPaise - exact) <= 0.5 + 1e-9 &&
        near.taxablePaise >= 0 &&
        far.taxablePaise >= 0
      if (!isRight) faults.push(`${price} at ${percent}`)
    }
  }
  expect(faults).toEqual([])
})

test('the tax in a price of any size is exact', () => {
  expect(taxOfPiece(105_000, 5, false)).toEqual({
    taxablePaise: 100_000,
    centralPaise: 0,
    statePaise: 0,
    integratedPaise: 5000,
  })
  expect(taxOfPiece(149_900, 5, true)).toEqual({
    taxablePaise: 142_762,
    centralPaise: 3569,
    statePaise: 3569,
    integratedPaise: 0,
  })
  expect(taxOfPiece(9_007_199_254_740_991, 18, false)).toMatchObject({ integratedPaise: 1_373_979_547_333_372 })
})

test('the rate follows the net value of one piece, and the gap has the high rate', () => {
  expect([1, 262_500, 262_501, 295_000, 295_001].map((price) => rateOfPiece(price, TODAY))).toEqual([5, 5, 18, 18, 18])
  expect([105_000, 105_001, 262_500].map((price) => rateOfPiece(price, '2025-09-21'))).toEqual([5, 12, 12])
})

test('rates change at midnight in India', () => {
  const [before, after] = [new Date('2025-09-21T18:29:59Z'), new Date('2025-09-21T18:30:00Z')].map(dayInIndia)
  expect([before, after]).toEqual(['2025-09-21', '2025-09-22'])
  expect([rateOfPiece(200_000, before!), rateOfPiece(200_000, after!)]).toEqual([12, 5])
})

test('a price in the gap has two proposals, and no other price has any', () => {
  expect(priceGapAround(262_500, TODAY)).toBeUndefined()
  for (const price of [262_501, 279_900, 295_000]) {
    expect(priceGapAround(price, TODAY)).toEqual({ belowRupees: 2625, aboveRupees: 2951 })
  }
  expect(priceGapAround(295_001, TODAY)).toBeUndefined()
  expect(priceGapAround(110_000, '2025-01-01')).toEqual({ belowRupees: 1050, aboveRupees: 1121 })
})

test('an invoice over a lakh to another state is large since August 2024', () => {
  expect([isLargeInvoice(10_000_000, TODAY), isLargeInvoice(10_000_001, TODAY)]).toEqual([false, true])
  expect(isLargeInvoice(10_000_001, '2024-07-31')).toBe(false)
})

test('a product without an HSN code has that of its category', () => {
  expect(hsnOf('6205', 'Jeans')).toBe('6205')
  expect(['Shirts', 'T-Shirts', 'Jeans', 'Sets', 'Polo shirts', 'Joggers'].map((name) => hsnOf(null, name))).toEqual([
    '620520',
    '610910',
    '620342',
    '620342',
    '610510',
    '610342',
  ])
})
