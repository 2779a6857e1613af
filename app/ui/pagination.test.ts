import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pageItems } from './pagination.tsx'

test('a page in the middle is shown with its neighbours, the ends and two gaps', () => {
  expect(pageItems(5, 10)).toEqual([1, 'gap', 4, 5, 6, 'gap', 10])
})

test('the ends have a gap on one side only', () => {
  expect(pageItems(1, 10)).toEqual([1, 2, 'gap', 10])
  expect(pageItems(10, 10)).toEqual([1, 'gap', 9, 10])
})

test('without left-out pages there is no gap', () => {
  expect(pageItems(2, 3)).toEqual([1, 2, 3])
  expect(pageItems(1, 1)).toEqual([1])
  expect(pageItems(3, 4)).toEqual([1, 2, 3, 4])
})

test('a current page past the end still leads back', () => {
  expect(pageItems(99, 4)).toEqual([1, 'gap', 4])
})

test('pages rise, none is repeated, and there is a gap exactly where pages are missing', () => {
  const places = fc
    .integer({ min: 1, max: 500 })
    .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)))
  fc.assert(
    fc.property(places, ([current, total]) => {
      const items = pageItems(current, total)
      let previous = 0
      let hasGap = false
      for (const item of items) {
        if (item === 'gap') {
          hasGap = true
          continue
        }
        expect(item - previous > 1).toBe(hasGap)
        expect(item).toBeGreaterThan(previous)
        previous = item
        hasGap = false
      }
      expect(items).toContain(current)
      expect(previous).toBe(total)
      expect(items.length).toBeLessThanOrEqual(7)
    }),
  )
})
