import { expect, test } from 'vitest'

import { addressOf, isByCategory, viewOf } from './product-list-address.ts'

const at = (query: string) => viewOf(`http://shop/admin/products${query}`)

test('what an address says comes back as the same address', () => {
  for (const query of [
    '',
    '?page=2',
    '?category=T-Shirts&page=2',
    '?stock=low&threshold=9',
    '?state=deleted&limit=48',
    '?state=draft',
    '?state=on+sale&stock=out',
    '?search=a%26b&sort=-stock',
  ]) {
    const address = addressOf(at(query))
    expect(viewOf(`http://shop${address}`)).toEqual(at(query))
  }
  expect(addressOf(at('?stock=low&limit=12&page=1'))).toBe('/admin/products?stock=low')
})

test('nonsense in an address is what is shown at first', () => {
  expect(at('?stock=x&threshold=-1&sort=rating&limit=7&page=0&state=x')).toEqual(at(''))
})

test('only the first view is by category', () => {
  expect(['', '?page=3', '?threshold=9'].map((query) => isByCategory(at(query)))).toEqual([true, true, true])
  const looking = [
    '?search=a',
    '?category=x',
    '?stock=out',
    '?state=deleted',
    '?state=on+sale',
    '?sort=name',
    '?limit=48',
  ]
  expect(looking.map((query) => isByCategory(at(query)))).toEqual(looking.map(() => false))
})
