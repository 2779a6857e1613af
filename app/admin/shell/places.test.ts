import { expect, test } from 'vitest'

import { PLACES, placeOf } from '#app/admin/shell/places.ts'

test.each([
  ['/admin/dashboard', 'Today'],
  ['/admin/products', 'Products'],
  ['/admin/products/abc', 'Products'],
  ['/admin/products/import', 'Import'],
  ['/admin/orders/abc/slip', 'Orders'],
  ['/admin/offers/new', 'Offers'],
  ['/about', undefined],
])('%s belongs to %s', (path, label) => {
  expect(placeOf(path)?.label).toBe(label)
})

test('each screen has a name, an address and a letter of its own', () => {
  for (const of of ['label', 'to', 'key'] as const) {
    const values = PLACES.flatMap((place) => place[of] ?? [])
    expect(values).toEqual([...new Set(values)])
  }
})
