import { expect, test } from 'vitest'

import { deliveryDay } from '#server/delivery/delivery-day.ts'

const RULES = { deliveryCutOffHour: 14, deliveryWorkingDays: 'Mon-Sat', deliveryClosedDates: '2026-12-01 Holiday' }
/** Friday, 27 November 2026, in India. */
const [BEFORE, AFTER] = [new Date('2026-11-27T08:29:59Z'), new Date('2026-11-27T08:30:00Z')]

test.each([
  [BEFORE, 0, '2026-11-27'],
  [BEFORE, 1, '2026-11-28'],
  // Sunday is no working day, and the first of December is closed.
  [BEFORE, 2, '2026-11-30'],
  [BEFORE, 3, '2026-12-02'],
  // From two in the afternoon on, one working day more.
  [AFTER, 0, '2026-11-28'],
  [AFTER, 1, '2026-11-30'],
  [AFTER, 2, '2026-12-02'],
])('a parcel ordered at %s for %d days arrives by %s', (now, days, by) => {
  expect(deliveryDay(now, days, RULES)).toBe(by)
})

test('what is ordered on a closed day leaves on the next working day, at whatever hour it was ordered', () => {
  for (const now of ['2026-11-29T04:00:00Z', '2026-11-29T15:00:00Z']) {
    expect(deliveryDay(new Date(now), 1, RULES)).toBe('2026-12-02')
  }
})

test('the day is that of India, where it begins half past six in the evening of London', () => {
  const always = { deliveryCutOffHour: 24, deliveryWorkingDays: 'Mon-Sun', deliveryClosedDates: '' }
  expect(deliveryDay(new Date('2026-11-27T18:29:59Z'), 2, always)).toBe('2026-11-29')
  expect(deliveryDay(new Date('2026-11-27T18:30:00Z'), 2, always)).toBe('2026-11-30')
  expect(deliveryDay(new Date('2026-11-27T18:30:00Z'), 2, { ...always, deliveryCutOffHour: 0 })).toBe('2026-12-01')
})
