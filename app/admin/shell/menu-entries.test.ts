import { expect, test } from 'vitest'

import { menuEntryOf } from '#app/admin/shell/find-menu-entry.ts'
import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'
import { shownScreens } from '#app/admin/shell/side-lines.ts'

test.each([
  ['/admin/dashboard', 'Today'],
  ['/admin/products', 'Products'],
  ['/admin/products/abc', 'Products'],
  ['/admin/products/import', 'Import'],
  ['/admin/orders/abc/slip', 'Orders'],
  ['/admin/offers/new', 'Offers'],
  ['/admin/sales/new', 'Sales'],
  ['/admin/shop-at/abc', 'Sales'],
  ['/admin/products/abc/prices', 'Products'],
  ['/about', undefined],
])('%s belongs to %s', (path, label) => {
  expect(menuEntryOf(path)?.label).toBe(label)
})

test('each screen has a name, an address and a letter of its own', () => {
  for (const field of ['label', 'to', 'key'] as const) {
    const values = MENU_ENTRIES.flatMap((entry) => entry[field] ?? [])
    expect(values).toEqual([...new Set(values)])
  }
})

test('cash is in the menu only while the shop has to do with it', () => {
  const waiting = { toShip: 0, withoutAddress: 0, toConfirm: 0, refunds: 0, messages: 0 }
  const labels = (known: Parameters<typeof shownScreens>[2]) =>
    shownScreens(MENU_ENTRIES, () => true, known).map(({ label }) => label)
  expect(labels(undefined)).not.toContain('Cash')
  expect(labels(waiting)).not.toContain('Cash')
  expect(labels({ ...waiting, cash: { uncollected: 0, unremitted: 0, differences: 0 } })).toContain('Cash')
})
