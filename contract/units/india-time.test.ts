import { expect, test } from 'vitest'

import { momentInWords } from '#contract/units/india-time.ts'

test('a moment in words has its hour in India, without a nought before it', () => {
  expect(momentInWords('2026-11-21T09:35:00Z')).toBe('21 November 2026 at 3:05 pm')
  expect(momentInWords('2026-11-20T18:35:00Z')).toBe('21 November 2026 at 12:05 am')
})
