import { expect, test } from 'vitest'

import { arrivalText } from '#app/orders/estimated-delivery.ts'

test('an order of tonight arrives by the days of India', () => {
  expect(arrivalText(new Date('2026-11-21T18:29:00Z'), [8, 12])).toBe('29 Nov – 3 Dec')
  expect(arrivalText(new Date('2026-11-21T18:31:00Z'), [8, 12])).toBe('30 Nov – 4 Dec')
})
