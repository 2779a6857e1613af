import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LEAST_PAYMENT_PAISE, splitPaise } from '#contract/units/money.ts'
import { applyOffers, refusalOf, shortfallOf, summaryOf, type CustomerOffer } from '#server/offers/apply-offers.ts'

const TODAY = '2026-11-22'
const PLAIN: CustomerOffer = {
  id: 'plain',
  code: null,
  name: 'Weekend',
  percent: 10,
  amountPaise: null,
  maxDiscountPaise: null,
  categories: [],
  minimumQuantity: 1,
  minimumPaise: 0,
  startsOn: null,
  endsOn: null,
  isActive: true,
  isUsedUp: false,
  maxUsesPerCustomer: null,
  isUsedByCustomer: false,
}
const SHIRTS = { id: 'shirts', name: 'Shirts' }
const PANTS = { id: 'pants', name: 'Pants' }
const line = (categoryId: string, paidPricePaise: number, quantity = 1) => ({ categoryId, paidPricePaise, quantity })
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const lines = fc.array(
  fc.record({
    categoryId: fc.constantFrom('shirts', 'pants', 'lowers'),
    paidPricePaise: fc.integer({ min: 0, max: 1_000_000_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  }),
  { maxLength: 30 },
)
const value = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    amountPaise: fc.constant(null),
    maxDiscountPaise: fc.option(fc.integer({ min: 100, max: 1_000_000_000 })),
  }),
  fc.record({
    percent: fc.constant(null),
    amountPaise: fc.integer({ min: 100, max: 1_000_000_000 }),
    maxDiscountPaise: fc.constant(null),
  }),
)
const offers = fc.array(
  fc.record({
    value,
    hasCode: fc.boolean(),
    categories: fc.constantFrom([], [SHIRTS], [SHIRTS, PANTS]),
    minimumQuantity: fc.integer({ min: 1, max: 12 }),
    minimumPaise: fc.integer({ min: 0, max: 100_000_000 }),
  }),
  { maxLength: 5 },
)
const offersOf = (drafts: typeof offers extends fc.Arbitrary<infer Value> ? Value : never) =>
  drafts.map(({ value: given, hasCode, ...terms }, index): CustomerOffer => {
    const called = hasCode ? { code: `CODE${index}`, name: null } : { code: null, name: `Offer ${index}` }
    return { ...PLAIN, ...terms, ...given, ...called, id: String(index) }
  })

test('a discount is spread over the lines to the paisa, takes no line below nothing, and leaves a rupee to pay', () => {
  fc.assert(
    fc.property(lines, offers, (cart, drafts) => {
      const discount = applyOffers(cart, offersOf(drafts), TODAY)
      if (!discount) return
      const total = sum(cart.map(({ paidPricePaise, quantity }) => paidPricePaise * quantity))
      expect(discount.discountPaise).toBeGreaterThan(0)
      expect(total - discount.discountPaise).toBeGreaterThanOrEqual(LEAST_PAYMENT_PAISE)
      expect(discount.byLine).toHaveLength(cart.length)
      expect(sum(discount.byLine)).toBe(discount.discountPaise)
      for (const [index, { paidPricePaise, quantity }] of cart.entries()) {
        const part = discount.byLine[index] ?? -1
        expect(Number.isSafeInteger(part) && part >= 0 && part <= paidPricePaise * quantity).toBe(true)
        const pieces = splitPaise(part, Array<number>(quantity).fill(1))
        expect(pieces.every((piece) => piece <= paidPricePaise)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('each piece bears its share of the discount, less than a paisa more or less', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 99 }), (cart, percent) => {
      const discount = applyOffers(cart, [{ ...PLAIN, percent }], TODAY)
      if (!discount) return
      const total = BigInt(sum(cart.map(({ paidPricePaise, quantity }) => paidPricePaise * quantity)))
      for (const [index, { paidPricePaise, quantity }] of cart.entries()) {
        for (const piece of splitPaise(discount.byLine[index] ?? 0, Array<number>(quantity).fill(1))) {
          const scaledError = BigInt(piece) * total - BigInt(discount.discountPaise) * BigInt(paidPricePaise)
          expect(scaledError < total && scaledError > -total).toBe(true)
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('of several offers the one that takes most off is taken, in whatever order they come', () => {
  fc.assert(
    fc.property(lines, offers, (cart, drafts) => {
      const all = offersOf(drafts)
      const best = applyOffers(cart, all, TODAY)
      expect(applyOffers(cart, all.toReversed(), TODAY)).toEqual(best)
      for (const one of all) {
        expect(applyOffers(cart, [one], TODAY)?.discountPaise ?? 0).toBeLessThanOrEqual(best?.discountPaise ?? 0)
      }
    }),
  )
})

test('no use of a code is spent where an offer without one takes as much off', () => {
  const cart = [line('shirts', 100_000)]
  const withCode = { ...PLAIN, id: 'a', code: 'WELCOME10', name: null }
  expect(applyOffers(cart, [withCode, { ...PLAIN, id: 'b' }], TODAY)).toMatchObject({ offerId: 'b', code: null })
})

test('only what an offer covers becomes cheaper', () => {
  const cart = [line('pants', 200_000), line('shirts', 99_999, 3), line('lowers', 50_000)]
  const discount = applyOffers(cart, [{ ...PLAIN, categories: [SHIRTS] }], TODAY)
  expect(discount).toMatchObject({ discountPaise: 30_000, byLine: [0, 30_000, 0], reason: 'Weekend: 10% off Shirts' })
})

test('an amount off is at most what is covered costs, and a rupee stays to be paid', () => {
  const given = { ...PLAIN, percent: null, amountPaise: 500_000 }
  expect(
    applyOffers([line('shirts', 100_000), line('pants', 70_000)], [{ ...given, categories: [SHIRTS] }], TODAY),
  ).toMatchObject({
    byLine: [100_000, 0],
  })
  expect(applyOffers([line('shirts', 100_000)], [given], TODAY)).toMatchObject({ discountPaise: 99_900 })
  expect(applyOffers([line('shirts', 100)], [given], TODAY)).toBeUndefined()
  expect(applyOffers([], [given], TODAY)).toBeUndefined()
})

test('a percentage takes off its amount at the most, and the cart says so', () => {
  const offer = { ...PLAIN, percent: 50, maxDiscountPaise: 30_000 }
  expect(applyOffers([line('shirts', 50_000)], [offer], TODAY)).toMatchObject({ discountPaise: 25_000 })
  expect(applyOffers([line('shirts', 100_000), line('pants', 200_000)], [offer], TODAY)).toMatchObject({
    discountPaise: 30_000,
    byLine: [10_000, 20_000],
    reason: 'Weekend: 50% off, at most ₹300',
  })
  expect(applyOffers([line('shirts', 100_000)], [{ ...PLAIN, id: 'better', percent: 40 }, offer], TODAY)).toMatchObject(
    { offerId: 'better' },
  )
})

test('an offer says what it gives and what it asks for', () => {
  expect(summaryOf(PLAIN)).toBe('Weekend: 10% off')
  expect(
    summaryOf({
      ...PLAIN,
      code: 'THREE',
      name: null,
      percent: null,
      amountPaise: 25_000,
      categories: [SHIRTS, PANTS],
      minimumQuantity: 3,
      minimumPaise: 199_900,
    }),
  ).toBe('THREE: ₹250 off Shirts and Pants from 3 pieces and ₹1,999')
})

test('a refused offer says why', () => {
  const offer = { ...PLAIN, code: 'WELCOME10', name: null }
  expect(refusalOf(offer, TODAY)).toBeUndefined()
  expect(refusalOf({ ...offer, startsOn: TODAY, endsOn: TODAY }, TODAY)).toBeUndefined()
  expect(refusalOf({ ...offer, isActive: false }, TODAY)).toBe('The code WELCOME10 is no longer valid.')
  expect(refusalOf({ ...offer, startsOn: '2026-12-01' }, TODAY)).toBe(
    'The code WELCOME10 is valid from 1 December 2026.',
  )
  expect(refusalOf({ ...offer, endsOn: '2026-11-21' }, TODAY)).toBe('The code WELCOME10 ended on 21 November 2026.')
  expect(refusalOf({ ...offer, isUsedUp: true }, TODAY)).toBe('The code WELCOME10 has been used up.')
  expect(refusalOf({ ...offer, isUsedByCustomer: true }, TODAY)).toBe(
    'You have used the code WELCOME10 as often as it allows.',
  )
})

test('a cart that an offer is not for says what it lacks', () => {
  const offer = { ...PLAIN, categories: [SHIRTS], minimumQuantity: 2, minimumPaise: 300_000 }
  expect(shortfallOf(offer, [line('pants', 900_000)])).toBe('Weekend is for Shirts, and none is in your cart.')
  expect(shortfallOf(offer, [line('shirts', 900_000)])).toBe('Weekend needs 2 pieces of Shirts in your cart: 1 more.')
  expect(shortfallOf(offer, [line('shirts', 100_000, 2)])).toBe(
    'Weekend needs ₹3,000 of Shirts in your cart: ₹1,000 more.',
  )
  expect(shortfallOf(offer, [line('shirts', 150_000, 2)])).toBeUndefined()
})
