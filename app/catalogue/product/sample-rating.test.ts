import { expect, test, vi } from 'vitest'

import { sampleRating } from '#app/catalogue/product/sample-rating.ts'
import { memoryStorage } from '#test/memory-storage.ts'

test('a rating lies between 3.0 and 5.0 with one decimal', () => {
  expect(sampleRating('a', memoryStorage(), () => 0)).toBe(3)
  expect(sampleRating('a', memoryStorage(), () => 0.999_999)).toBe(5)
  expect(sampleRating('a', memoryStorage(), () => 0.123)).toBe(3.2)
})

test('a product keeps its rating, under its own id', () => {
  const storage = memoryStorage()
  const rating = sampleRating('a', storage, () => 0.5)
  sampleRating('b', storage, () => 0.1)
  expect(sampleRating('a', storage, () => 0.9)).toBe(rating)
  expect(JSON.parse(storage.getItem('ratings') ?? '')).toEqual({ a: 4, b: 3.2 })
})

test('an invalid saved rating is replaced', () => {
  for (const broken of ['{', 'null', '{"a":9}', '{"a":"x"}']) {
    expect(sampleRating('a', memoryStorage({ ratings: broken }), () => 0)).toBe(3)
  }
})

test('a full storage logs a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(sampleRating('a', memoryStorage({}, true), () => 0)).toBe(3)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
