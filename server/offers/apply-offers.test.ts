import fc from 'fast-check'
import { expect, test } from 'vitest'

import { feesPaise } from '#contract/cart/fees.ts'
import { LEAST_PAYMENT_PAISE, splitPaise } from '#contract/units/money.ts'
import {
  applyOffers,
  refusalOf,
  shippingWith,
  shortfallOf,
  summaryOf,
  type CustomerOffer,
  type OfferMoment,
} from '#server/offers/apply-offers.ts'

const TODAY = '2026-11-22'
/** Without a shipping fee. */
const NOW = { today: TODAY, shipping: { shippingFee: 0, freeShippingFrom: 999 } }
/** With a fee of ₹49 for goods below ₹999. */
const WITH_FEE = { today: TODAY, shipping: { shippingFee: 49, freeShippingFrom: 999 } }
const PLAIN: CustomerOffer = {
  id: 'plain',
  code: null,
  name: 'Weekend',
  percent: 10,
  amountPaise: null,
  freesShipping: false,
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
      const discount = applyOffers(cart, offersOf(drafts), NOW)
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
      const discount = applyOffers(cart, [{ ...PLAIN, percent }], NOW)
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
      const best = applyOffers(cart, all, NOW)
      expect(applyOffers(cart, all.toReversed(), NOW)).toEqual(best)
      for (const one of all) {
        expect(applyOffers(cart, [one], NOW)?.discountPaise ?? 0).toBeLessThanOrEqual(best?.discountPaise ?? 0)
      }
    }),
  )
})

const NO_DISCOUNT = { shippingOffPaise: 0, discountPaise: 0, byLine: [] }
const FREE_SHIPPING: CustomerOffer = { ...PLAIN, id: 'free', name: 'Free way', percent: null, freesShipping: true }

const totalOf = (cart: readonly ReturnType<typeof line>[], offered: readonly CustomerOffer[], moment: OfferMoment) => {
  const discount = applyOffers(cart, offered, moment)
  const goods = sum(cart.map(({ paidPricePaise, quantity }) => paidPricePaise * quantity))
  return goods - (discount?.discountPaise ?? 0) + feesPaise(shippingWith(discount, cart, moment.shipping))
}

test('with a shipping fee the offer is taken with which the cart costs least, and none makes it dearer', () => {
  fc.assert(
    fc.property(
      lines,
      offers,
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (cart, drafts, shippingFee, freeShippingFrom) => {
        const moment = { today: TODAY, shipping: { shippingFee, freeShippingFrom } }
        const all = [...offersOf(drafts), FREE_SHIPPING, { ...FREE_SHIPPING, id: 'of shirts', categories: [SHIRTS] }]
        const discount = applyOffers(cart, all, moment)
        expect(applyOffers(cart, all.toReversed(), moment)).toEqual(discount)
        const [total, without] = [totalOf(cart, all, moment), totalOf(cart, [], moment)]
        for (const one of all) expect(totalOf(cart, [one], moment)).toBeGreaterThanOrEqual(total)
        expect(total < without).toBe(discount !== undefined)
        expect(total).toBeLessThanOrEqual(without)
        const { shippingOffPaise, discountPaise, byLine } = discount ?? NO_DISCOUNT
        expect(Math.min(shippingOffPaise, discountPaise)).toBe(0)
        expect(sum(byLine)).toBe(discountPaise)
        expect(shippingOffPaise === 0 || total === without - shippingOffPaise).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('free shipping takes away the fee that is due, and nothing where none is', () => {
  const cart = [line('shirts', 50_000)]
  expect(applyOffers(cart, [FREE_SHIPPING], WITH_FEE)).toEqual({
    offerId: 'free',
    code: null,
    reason: 'Free way: free shipping',
    discountPaise: 0,
    shippingOffPaise: 4_900,
    byLine: [0],
  })
  expect(applyOffers(cart, [FREE_SHIPPING], NOW)).toBeUndefined()
  expect(applyOffers([line('shirts', 99_900)], [FREE_SHIPPING], WITH_FEE)).toBeUndefined()
  expect(applyOffers([], [FREE_SHIPPING], WITH_FEE)).toBeUndefined()
  const ofPants = { ...FREE_SHIPPING, categories: [PANTS], minimumPaise: 50_000 }
  expect(applyOffers(cart, [ofPants], WITH_FEE)).toBeUndefined()
  expect(applyOffers([...cart, line('pants', 40_000)], [ofPants], WITH_FEE)).toBeUndefined()
  expect(applyOffers([line('pants', 50_000)], [ofPants], WITH_FEE)).toMatchObject({ shippingOffPaise: 4_900 })
})

test('free shipping is compared with other offers by what it saves in this cart', () => {
  const cart = [line('shirts', 50_000)]
  const off = (rupees: number) => ({ ...PLAIN, id: 'off', percent: null, amountPaise: rupees * 100 })
  expect(applyOffers(cart, [FREE_SHIPPING, off(48)], WITH_FEE)).toMatchObject({ offerId: 'free' })
  expect(applyOffers(cart, [FREE_SHIPPING, off(50)], WITH_FEE)).toMatchObject({ offerId: 'off', shippingOffPaise: 0 })
  const withCode = { ...FREE_SHIPPING, id: 'a', code: 'FREESHIP', name: null }
  expect(applyOffers(cart, [withCode, off(49)], WITH_FEE)).toMatchObject({ offerId: 'off' })
})

test('an offer that makes a fee due which is more than it takes off is not taken', () => {
  const off = (rupees: number) => ({ ...PLAIN, percent: null, amountPaise: rupees * 100 })
  expect(applyOffers([line('shirts', 100_000)], [off(30)], WITH_FEE)).toBeUndefined()
  expect(applyOffers([line('shirts', 100_000)], [off(30)], NOW)).toMatchObject({ discountPaise: 3_000 })
  expect(applyOffers([line('shirts', 100_000)], [off(50)], WITH_FEE)).toMatchObject({ discountPaise: 5_000 })
})

test('no use of a code is spent where an offer without one takes as much off', () => {
  const cart = [line('shirts', 100_000)]
  const withCode = { ...PLAIN, id: 'a', code: 'WELCOME10', name: null }
  expect(applyOffers(cart, [withCode, { ...PLAIN, id: 'b' }], NOW)).toMatchObject({ offerId: 'b', code: null })
})

test('only what an offer covers becomes cheaper', () => {
  const cart = [line('pants', 200_000), line('shirts', 99_999, 3), line('lowers', 50_000)]
  const discount = applyOffers(cart, [{ ...PLAIN, categories: [SHIRTS] }], NOW)
  expect(discount).toMatchObject({ discountPaise: 30_000, byLine: [0, 30_000, 0], reason: 'Weekend: 10% off Shirts' })
})

test('an amount off is at most what is covered costs, and a rupee stays to be paid', () => {
  const given = { ...PLAIN, percent: null, amountPaise: 500_000 }
  expect(
    applyOffers([line('shirts', 100_000), line('pants', 70_000)], [{ ...given, categories: [SHIRTS] }], NOW),
  ).toMatchObject({
    byLine: [100_000, 0],
  })
  expect(applyOffers([line('shirts', 100_000)], [given], NOW)).toMatchObject({ discountPaise: 99_900 })
  expect(applyOffers([line('shirts', 100)], [given], NOW)).toBeUndefined()
  expect(applyOffers([], [given], NOW)).toBeUndefined()
})

test('a percentage takes off its amount at the most, and the cart says so', () => {
  const offer = { ...PLAIN, percent: 50, maxDiscountPaise: 30_000 }
  expect(applyOffers([line('shirts', 50_000)], [offer], NOW)).toMatchObject({ discountPaise: 25_000 })
  expect(applyOffers([line('shirts', 100_000), line('pants', 200_000)], [offer], NOW)).toMatchObject({
    discountPaise: 30_000,
    byLine: [10_000, 20_000],
    reason: 'Weekend: 50% off, at most ₹300',
  })
  expect(applyOffers([line('shirts', 100_000)], [{ ...PLAIN, id: 'better', percent: 40 }, offer], NOW)).toMatchObject({
    offerId: 'better',
  })
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

test('an offer of free shipping says what it asks for', () => {
  expect(summaryOf({ ...FREE_SHIPPING, minimumPaise: 49_900 })).toBe('Free way: free shipping from ₹499')
  expect(summaryOf({ ...FREE_SHIPPING, code: 'FREESHIP', name: null, categories: [SHIRTS], minimumQuantity: 2 })).toBe(
    'FREESHIP: free shipping with Shirts from 2 pieces',
  )
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
