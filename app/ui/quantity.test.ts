import { expect, test } from 'vitest'

import { quantityFrom } from './quantity.tsx'

test('text that is not a number becomes the minimum', () => {
  expect(quantityFrom('', 1, 10)).toBe(1)
  expect(quantityFrom('  ', 1, 10)).toBe(1)
  expect(quantityFrom('three', 1, 10)).toBe(1)
})

test('a quantity is whole and within its bounds', () => {
  expect(quantityFrom('4', 1, 10)).toBe(4)
  expect(quantityFrom('0', 1, 10)).toBe(1)
  expect(quantityFrom('-3', 1, 10)).toBe(1)
  expect(quantityFrom('2.9', 1, 10)).toBe(2)
  expect(quantityFrom('1e9', 1, 10)).toBe(10)
})

test('with a maximum below the minimum the minimum counts', () => {
  expect(quantityFrom('3', 1, 0)).toBe(1)
})
