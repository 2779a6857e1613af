import { expect, test } from 'vitest'

import { changesBetween } from '#server/audit/audit-changes.ts'

test('money, flags and stock are written for people', () => {
  expect(changesBetween({ price: 1499, discountedPrice: null }, { price: 1499, discountedPrice: 1250.5 })).toEqual([
    { what: 'Discounted price', from: null, to: '₹1,250.50' },
  ])
  expect(changesBetween(null, { amountPaise: 149_900, reason: 'sold out' })).toEqual([
    { what: 'Amount', from: null, to: '₹1,499.00' },
    { what: 'Reason', from: null, to: 'sold out' },
  ])
  expect(changesBetween({ isRead: false }, { isRead: true })).toEqual([{ what: 'Read', from: 'no', to: 'yes' }])
  const stock = (amount: number) => ({
    sizes: [
      { size: 'S', stock: 1 },
      { size: 'M', stock: amount },
    ],
  })
  expect(changesBetween(stock(4), stock(5))).toEqual([{ what: 'Sizes', from: 'S 1, M 4', to: 'S 1, M 5' }])
  expect(changesBetween({ sizes: [{ size: '', stock: 3 }] }, { sizes: [{ size: '', stock: 2 }] })).toEqual([
    { what: 'Sizes', from: '3', to: '2' },
  ])
})

test('a time is India’s, and what stayed the same is left out', () => {
  expect(changesBetween({ createdAt: '2026-11-20T19:00:00.000Z', name: 'A' }, { name: 'A' })).toEqual([
    { what: 'Created at', from: '21/11/2026, 00:30', to: null },
  ])
  expect(changesBetween(null, null)).toEqual([])
  expect(changesBetween({ categories: ['Shirts'] }, { categories: [], tags: [] })).toEqual([
    { what: 'Categories', from: 'Shirts', to: null },
  ])
})

test('a text that only looks like a time is written as it is', () => {
  for (const text of [
    '2026-13-45T99:99:99',
    '2026-11-20T19:00:00 at the door',
    '2026-02-30T24:61:00Z',
    '2026-11-20T19:00:00',
  ]) {
    expect(changesBetween(null, { reason: text, packed: [text] })).toEqual([
      { what: 'Reason', from: null, to: text },
      { what: 'Packed', from: null, to: text },
    ])
  }
  expect(changesBetween(null, { at: '2026-11-20T19:00:00.5+00:00' })).toEqual([
    { what: 'At', from: null, to: '21/11/2026, 00:30' },
  ])
})

test('values that nobody foresaw are still written', () => {
  expect(changesBetween(null, { id: 'x', tags: ['a', 'b'], inner: { totalPaise: 100, note: null } })).toEqual([
    { what: 'Id', from: null, to: 'x' },
    { what: 'Tags', from: null, to: 'a, b' },
    { what: 'Inner', from: null, to: 'total ₹1.00, note –' },
  ])
})
