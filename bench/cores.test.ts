import { expect, test } from 'vitest'

import { coresIn } from './cores.ts'

test.each([
  ['0', [0]],
  ['0-1', [0, 1]],
  ['2,5-7,12', [2, 5, 6, 7, 12]],
])('the cores of the list %s', (list, cores) => {
  expect(coresIn(list)).toEqual(cores)
})
