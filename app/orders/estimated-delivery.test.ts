import { expect, test } from 'vitest'

import { arrivalText } from '#app/orders/estimated-delivery.ts'
import { nextDayInIndia } from '#contract/units/india-time.ts'
import { publicSettings } from '#contract/settings/public-settings.ts'
import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'

test('an order of tonight arrives by the days of India', () => {
  const [before, after] = ['2026-11-21T18:29:00Z', '2026-11-21T18:31:00Z'].map((now) =>
    publicSettings(DEFAULT_SETTINGS, Date.parse(now)),
  )
  expect(arrivalText(before?.today ?? '', [8, 12])).toBe('29 Nov – 3 Dec')
  expect(arrivalText(after?.today ?? '', [8, 12])).toBe('30 Nov – 4 Dec')
})

test('the day in India ends half past six in the evening, London time', () => {
  const at = (time: string) => Date.parse(time)
  expect(nextDayInIndia(at('2026-11-21T18:29:59.999Z'))).toBe(at('2026-11-21T18:30:00Z'))
  expect(nextDayInIndia(at('2026-11-21T18:30:00Z'))).toBe(at('2026-11-22T18:30:00Z'))
})
