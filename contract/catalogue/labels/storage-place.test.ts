import { expect, test } from 'vitest'

import { compareStoragePlaces } from './storage-place.ts'

test('places are walked by their numbers, in any case of letters, and what has none comes last', () => {
  const places = ['B-1', 'A-10-1', null, 'a-2', 'A-03-2', 'A-3-10', '10', '9']
  expect(places.toSorted(compareStoragePlaces)).toEqual(['9', '10', 'a-2', 'A-03-2', 'A-3-10', 'A-10-1', 'B-1', null])
})
