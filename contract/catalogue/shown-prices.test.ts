import { expect, test } from 'vitest'

import { shownPrices } from '#contract/catalogue/shown-prices.ts'

const REDUCED = { price: 1_500, discountedPrice: 900, lowestPrice: 1_000 }

test('out of the box the price is struck', () => {
  expect(shownPrices(REDUCED, {})).toEqual({ price: 1_500, discountedPrice: 900 })
})

test('where the owner wants it the lowest price of the last 30 days is struck, and never one that was not dearer', () => {
  const shown = (lowestPrice: number | undefined) =>
    shownPrices({ ...REDUCED, lowestPrice }, { strikesLowestPrice: true })
  expect(shown(1_000)).toEqual({ price: 1_000, discountedPrice: 900, struckAs: 'Lowest in 30 days' })
  expect([shown(900), shown(800)]).toEqual([{ price: 900 }, { price: 900 }])
  expect(shown(undefined)).toEqual({ price: 1_500, discountedPrice: 900 })
})
