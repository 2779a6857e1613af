import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPinIndex, nestAreas, pinsText, type PinArea } from '#server/delivery/pin-areas.ts'

const area = (first: number, last: number, days: number): PinArea => ({
  first,
  last,
  days,
  prepaid: true,
  cod: false,
  feePaise: null,
  city: null,
  state: null,
})

const spans = fc.array(
  fc.tuple(fc.integer({ min: 100_000, max: 100_060 }), fc.integer({ min: 0, max: 25 })).map(([first, width]) => ({
    first,
    last: first + width,
  })),
  { maxLength: 25 },
)

test('of the areas that a table takes the narrowest with a PIN counts, and what overlaps is told', () => {
  fc.assert(
    fc.property(spans, (drawn) => {
      const areas = drawn.map(({ first, last }, at) => area(first, last, at))
      const { nested, overlaps } = nestAreas(areas, (one, other) => (one.days ?? 0) < (other.days ?? 0))
      expect(nested.length + overlaps.length).toBe(areas.length)
      const cross = (one: PinArea, other: PinArea) =>
        one.first <= other.first && other.first <= one.last && one.last <= other.last && one !== other
          ? one.first !== other.first && one.last !== other.last
          : false
      for (const one of nested) for (const other of nested) expect(cross(one, other)).toBe(false)
      const index = createPinIndex(nested)
      for (let pin = 99_999; pin <= 100_090; pin += 1) {
        const [narrowest] = nested
          .filter(({ first, last }) => first <= pin && pin <= last)
          .toSorted((one, other) => one.last - one.first - (other.last - other.first))
        expect(index.find(String(pin))).toBe(narrowest)
      }
    }),
  )
})

test.each([
  [560001, 560001, '560001'],
  [560001, 560110, '560001-560110'],
  [110000, 119999, '11*'],
  [560000, 560009, '56000*'],
  [900000, 999999, '9*'],
  [100000, 100099, '1000*'],
])('the PINs from %d to %d are written %s', (first, last, text) => {
  expect(pinsText({ first, last })).toBe(text)
})
