import { expect, test } from 'vitest'

import { saveWanted, takeWanted } from '#app/cart/wanted-product-storage.ts'
import { memoryStorage } from '#test/memory-storage.ts'

test('a wanted product is returned once', () => {
  const storage = memoryStorage()
  saveWanted({ productId: 'a', size: 'M' }, storage)
  expect(takeWanted(storage)).toEqual({ productId: 'a', size: 'M' })
  expect(takeWanted(storage)).toBeUndefined()
})

test('a broken entry is deleted', () => {
  for (const broken of ['{', 'null', '{"productId":1}']) {
    const storage = memoryStorage({ 'wanted-product': broken })
    expect(takeWanted(storage)).toBeUndefined()
    expect(storage.length).toBe(0)
  }
})
