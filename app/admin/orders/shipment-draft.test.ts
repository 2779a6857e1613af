import { expect, test } from 'vitest'

import { draftOf, EMPTY_DRAFT, inputOf } from '#app/admin/orders/shipment-draft.ts'

test('empty fields say nothing, and a courier that is listed has no name of its own', () => {
  expect(inputOf(EMPTY_DRAFT)).toBeUndefined()
  expect(inputOf({ courier: 'dtdc', courierName: 'Ramesh', trackingNumber: ' ', trackingLink: '' })).toEqual({
    courier: 'dtdc',
  })
  const other = {
    courier: 'other',
    courierName: 'Ramesh',
    trackingNumber: 'R1',
    trackingLink: 'https://r.example/',
  } as const
  expect(inputOf(other)).toEqual(other)
})

test('a courier’s own tracking page is not offered as a link of the shop', () => {
  const sent = { courier: 'delhivery', name: 'Delhivery', trackingNumber: '123' } as const
  const own = 'https://www.delhivery.com/track-v2/package/123'
  expect(draftOf({ ...sent, trackingLink: own })).toMatchObject({ trackingNumber: '123', trackingLink: '' })
  expect(draftOf({ ...sent, trackingLink: 'https://a.example/' })).toMatchObject({ trackingLink: 'https://a.example/' })
  expect(draftOf(null)).toBe(EMPTY_DRAFT)
})
