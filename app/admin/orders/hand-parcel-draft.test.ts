import { expect, test } from 'vitest'

import { EMPTY_HAND_PARCEL, handDraftOf, handParcelIn } from '#app/admin/orders/hand-parcel-draft.ts'

const KNOWN = { weightGrams: 800, sides: { lengthCm: 30, breadthCm: 20, heightCm: 5 }, cost: 62.5 }

test('empty fields say nothing, and filled ones what they hold', () => {
  expect(handParcelIn(EMPTY_HAND_PARCEL, undefined)).toBeUndefined()
  expect(handParcelIn(handDraftOf(KNOWN), undefined)).toEqual(KNOWN)
  expect(handParcelIn({ ...EMPTY_HAND_PARCEL, cost: '60' }, undefined)).toEqual({ cost: 60 })
})

test('what is emptied is taken away, and what somebody may not see stays', () => {
  expect(handParcelIn({ ...handDraftOf(KNOWN), weightGrams: '' }, KNOWN)).toEqual({ ...KNOWN, weightGrams: null })
  const unseen = { ...KNOWN, cost: null }
  expect(handParcelIn(handDraftOf(unseen), unseen)).toEqual({ weightGrams: 800, sides: KNOWN.sides })
})

test('grams, sides and rupees that the shop would refuse are refused at once, beside their field', () => {
  for (const [field, value] of [
    ['weightGrams', '30001'],
    ['weightGrams', '1.5'],
    ['cost', '-1'],
    ['cost', '1.555'],
  ] as const) {
    const draft = { ...EMPTY_HAND_PARCEL, [field]: value }
    expect(() => handParcelIn(draft, undefined)).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
    )
  }
  expect(() => handParcelIn({ ...EMPTY_HAND_PARCEL, lengthCm: '30' }, undefined)).toThrow('all three sides')
})
