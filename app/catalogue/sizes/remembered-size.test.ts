import { expect, test } from 'vitest'

import { rememberedSize, saveSize } from '#app/catalogue/sizes/remembered-size.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const sizesOf = (text: string) => text.split(' ').map((size) => ({ size, stock: 3 }))
const SHIRT = sizesOf('S M L')
const TROUSERS = sizesOf('30 32 34')

test('the last chosen size of each run of sizes is remembered', () => {
  const storage = memoryStorage()
  expect(rememberedSize(SHIRT, storage)).toBeUndefined()
  saveSize('M', SHIRT, storage)
  saveSize('32', TROUSERS, storage)
  saveSize('L', SHIRT, storage)
  expect(rememberedSize(SHIRT, storage)).toBe('L')
  expect(rememberedSize(TROUSERS, storage)).toBe('32')
  expect(rememberedSize(sizesOf('XS'), storage)).toBeUndefined()
})

test('a remembered size that is sold out is not chosen, nor an older one in its place', () => {
  const storage = memoryStorage()
  saveSize('XXL', sizesOf('XL XXL'), storage)
  saveSize('M', SHIRT, storage)
  const wide = [...sizesOf('L XL XXL'), { size: 'M', stock: 0 }]
  expect(rememberedSize(wide, storage)).toBeUndefined()
})

test.each(['{broken', '"M"', '{"M":1}', '[1,null,{}]'])('a broken entry %s is as if there were none', (broken) => {
  const storage = memoryStorage({ sizes: broken })
  expect(rememberedSize(SHIRT, storage)).toBeUndefined()
  saveSize('M', SHIRT, storage)
  expect(rememberedSize(SHIRT, storage)).toBe('M')
})
