import { expect, test } from 'vitest'

import { closedDatesIn, workingDaysIn } from '#contract/delivery/working-days.ts'

test.each([
  ['Mon Tue Wed Thu Fri Sat', [1, 2, 3, 4, 5, 6]],
  ['mon-sat', [1, 2, 3, 4, 5, 6]],
  ['Monday to Friday, and Sunday', [0, 1, 2, 3, 4, 5]],
  ['Fri – Mon', [0, 1, 5, 6]],
  ['Sunday', [0]],
  ['', undefined],
  ['Mo', undefined],
  ['Mon-', undefined],
  ['Mon-Sat-Sun', undefined],
  ['Mondays off', undefined],
])('the working days of “%s” are %j', (typed, days) => {
  const found = workingDaysIn(typed)
  expect(found && [...found].toSorted((one, other) => one - other)).toEqual(days)
})

test('closed dates stand in lines, and may say what they are', () => {
  expect(closedDatesIn(' 2026-11-08 Diwali\n\n2026-12-25\r\n')).toEqual(new Set(['2026-11-08', '2026-12-25']))
  expect(closedDatesIn('')).toEqual(new Set())
  for (const typed of ['Diwali', '08-11-2026', '2026-02-30', '2026-11-08\nlater']) {
    expect(closedDatesIn(typed)).toBeUndefined()
  }
})
