import { expect, test } from 'vitest'

import { moved, newSize, withRun } from './size-sets.ts'

const names = (sizes: readonly { size: string }[]) => sizes.map(({ size }) => size).join(' ')

test('a run is added around what is there', () => {
  expect(names(withRun([], 'S–XXL'))).toBe('S M L XL XXL')
  expect(names(withRun([newSize('m', '4'), newSize('')], 'S–XXL'))).toBe('m S L XL XXL')
  expect(names(withRun([newSize('32')], '28–38'))).toBe('32 28 30 34 36 38')
})

test('the pieces of a product without sizes go to the first size', () => {
  const [first] = withRun([{ ...newSize('', '9'), _id: 'x' }], 'S–XXL')
  expect(first).toMatchObject({ _id: 'x', size: 'S', stock: '9' })
})

test('an entry is moved to another place', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})
