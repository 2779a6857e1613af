import { expect, test } from 'vitest'

import { isCalled, PALETTE_ACTIONS } from '#app/admin/shell/palette-actions.ts'
import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'

test.for([
  ['ship', 'Ship orders'],
  ['dispatch', 'Ship orders'],
  ['courier', 'Ship orders'],
  ['new offer', 'New offer'],
  ['coupon', 'New offer'],
  ['discount code', 'New offer'],
  ['create product', 'Create product'],
  ['add product', 'Create product'],
  ['new category', 'Create category'],
  ['refund', 'Cancel or refund an order'],
  ['dark', 'Dark theme'],
  ['light mode', 'Light theme'],
  ['sign out', 'Sign out'],
  ['log out', 'Sign out'],
  ['logout', 'Sign out'],
  ['settings', 'Change the shop’s settings'],
  ['gst', 'GST and invoices of a month'],
  ['stock', 'Restock'],
  ['slip', 'Print packing slips'],
  ['password', 'Change how you sign in'],
  ['REPORT', 'Sales and figures'],
] as const)('%s finds %s', ([typed, label]) => {
  expect(PALETTE_ACTIONS.filter((action) => isCalled(typed, action)).map((action) => action.label)).toContain(label)
})

test('what is no action finds none', () => {
  for (const typed of ['', ' ', 'zzzz', '98290 10000', 'ship zzzz', '#']) {
    expect(PALETTE_ACTIONS.filter((action) => isCalled(typed, action))).toEqual([])
  }
})

test('each action has a name of its own and leads to a screen of the admin area', () => {
  const labels = PALETTE_ACTIONS.map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
  for (const { does } of PALETTE_ACTIONS) {
    if (!('to' in does) || does.to === '/') continue
    const [path = ''] = does.to.split(/[?#]/)
    expect(MENU_ENTRIES.some(({ to }) => path === to || path.startsWith(`${to}/`))).toBe(true)
  }
})
