import { expect, test } from 'vitest'

import { moveInList } from './move-in-list.ts'

test('an entry is moved to another place', () => {
  expect(moveInList(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveInList(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})
