import { expect, test } from 'vitest'

import { recommendByBody, recommendByGarment, measuresOf } from '#app/catalogue/sizes/size-recommendation.ts'

const SHIRT = {
  S: { chest: 102, length: 74 },
  M: { chest: 108, length: 75.5 },
  L: { chest: 114, length: 77 },
  XL: { chest: 120, length: 78.5 },
}
const TROUSERS = { 30: { waist: 78, inseam: 81 }, 32: { waist: 83, inseam: 82 }, 34: { waist: 88, inseam: 82 } }

test('a shirt is compared with one’s own, and the reason names the difference', () => {
  expect(recommendByGarment(SHIRT, { girth: 106, length: 75 }, 'Regular')).toEqual({
    size: 'M',
    reason: 'M: 2 cm wider than yours, a regular fit.',
  })
  expect(recommendByGarment(SHIRT, { girth: 115, length: 74 })?.reason).toBe(
    'L: 1 cm narrower and 3 cm longer than yours.',
  )
  expect(recommendByGarment(SHIRT, { girth: 102 }, 'Slim fit')?.reason).toBe('S: as wide as yours, a slim fit.')
  expect(recommendByGarment(SHIRT, { girth: 110.54 }, undefined, 'in')?.reason).toBe('M: 1.0 in narrower than yours.')
})

test('between two sizes that are equally near, the length decides, else the wider one', () => {
  expect(recommendByGarment(SHIRT, { girth: 111, length: 73 })?.size).toBe('M')
  expect(recommendByGarment(SHIRT, { girth: 111 })?.size).toBe('L')
})

test('trousers go by waist and inseam', () => {
  expect(measuresOf(TROUSERS)).toEqual({ girth: 'waist', length: 'inseam' })
  expect(recommendByGarment(TROUSERS, { girth: 84, length: 80 }, 'Slim taper')).toEqual({
    size: '32',
    reason: '32: 1 cm narrower and 2 cm longer than yours, a slim taper fit.',
  })
})

test('height and weight give a size with its room, by fit, and say that it is an estimate', () => {
  const body = { heightCm: 173, weightKg: 70 }
  expect(recommendByBody(SHIRT, body, 'Regular')).toEqual({
    size: 'M',
    reason: 'M: about 11 cm of room at the chest, a regular fit. Your chest is estimated at 97 cm, so try it on.',
  })
  expect(recommendByBody(SHIRT, body, 'Slim')?.size).toBe('S')
  expect(recommendByBody(SHIRT, body, 'Boxy')?.size).toBe('L')
  expect(recommendByBody(SHIRT, { heightCm: 185, weightKg: 90 })?.size).toBe('XL')
  expect(recommendByBody(TROUSERS, { heightCm: 170, weightKg: 62 })?.size).toBe('32')
})

test('nobody is told a size that does not fit', () => {
  expect(recommendByGarment(SHIRT, { girth: 140 }, 'Regular')).toEqual({
    reason: 'None is close: XL is 20 cm narrower than yours.',
  })
  expect(recommendByBody(SHIRT, { heightCm: 170, weightKg: 130 })?.size).toBeUndefined()
})

test('without measurements there is no advice, and a size without them is left out', () => {
  expect(measuresOf({ S: { sleeve: 60 } })).toBeUndefined()
  expect(recommendByGarment({}, { girth: 100 })).toBeUndefined()
  expect(recommendByBody({ S: { sleeve: 60 } }, { heightCm: 170, weightKg: 70 })).toBeUndefined()
  expect(recommendByGarment({ S: { sleeve: 60 }, M: { chest: 108 } }, { girth: 102 })?.size).toBe('M')
})

test('an owner’s sentence about the fit is not quoted as a word', () => {
  expect(recommendByGarment(SHIRT, { girth: 108 }, 'The model is 1.85 m tall and wears L.')?.reason).toBe(
    'M: as wide as yours.',
  )
})
