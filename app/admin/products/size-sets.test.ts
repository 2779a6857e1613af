import { expect, test } from 'vitest'

import { newSize, withSizeSet } from './size-sets.ts'

const names = (sizes: readonly { size: string }[]) => sizes.map(({ size }) => size).join(' ')

test('a set is added around what is there', () => {
  expect(names(withSizeSet([], 'S–XXL'))).toBe('S M L XL XXL')
  expect(names(withSizeSet([newSize('m', '4'), newSize('')], 'S–XXL'))).toBe('m S L XL XXL')
  expect(names(withSizeSet([newSize('32')], '28–38'))).toBe('32 28 30 34 36 38')
})

test('the pieces of a product without sizes go to the first size', () => {
  const [first] = withSizeSet([{ ...newSize('', '9'), _id: 'x' }], 'S–XXL')
  expect(first).toMatchObject({ _id: 'x', size: 'S', stock: '9' })
})
