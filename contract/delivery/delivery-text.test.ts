import { expect, test } from 'vitest'

import { deliveryText } from '#contract/delivery/delivery-text.ts'

test('a promise names the day, and payment at the door where it is possible', () => {
  expect(deliveryText({ by: '2026-12-01' })).toBe('Delivery by Tue, 1 Dec')
  expect(deliveryText({ by: '2026-12-01', cash: true })).toBe('Delivery by Tue, 1 Dec · cash on delivery available')
  expect(deliveryText({ by: '2027-01-31', cash: true, prepaid: false })).toBe(
    'Delivery by Sun, 31 Jan · cash on delivery only',
  )
})
