import { expect, test } from 'vitest'

import { quantityFrom } from './quantity.tsx'

test('what is no number becomes the least quantity', () => {
  expect(quantityFrom('', 1, 10)).toBe(1)
  expect(quantityFrom('  ', 1, 10)).toBe(1)
  expect(quantityFrom('three', 1, 10)).toBe(1)
})

test('a quantity stays between its bounds and is whole', () => {
  expect(quantityFrom('4', 1, 10)).toBe(4)
  expect(quantityFrom('0', 1, 10)).toBe(1)
  expect(quantityFrom('-3', 1, 10)).toBe(1)
  expect(quantityFrom('2.9', 1, 10)).toBe(2)
  expect(quantityFrom('1e9', 1, 10)).toBe(10)
})

test('where nothing is left the least quantity still stands', () => {
  expect(quantityFrom('3', 1, 0)).toBe(1)
})
