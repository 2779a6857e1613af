import { expect, test } from 'vitest'

import { addDays, formatDate, formatDateTime, formatLongDate } from './format-date.ts'

test('a date is the one in India, not that of the machine', () => {
  expect(formatDate('2026-11-20T18:29:59Z')).toBe('20/11/2026')
  expect(formatDate('2026-11-20T18:30:00Z')).toBe('21/11/2026')
})

test('a time is that of India on a clock of 24 hours', () => {
  expect(formatDateTime('2026-11-21T08:35:00Z')).toBe('21/11/2026, 14:05')
  expect(formatDateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026, 00:00')
})

test('a long date has the month’s name', () => {
  expect(formatLongDate('2026-09-01T00:00:00Z')).toBe('1 September 2026')
})

test('days are added across the end of a month and of a leap February', () => {
  expect(formatDate(addDays('2028-02-25T10:00:00Z', 8))).toBe('04/03/2028')
})
