import { expect, test } from 'vitest'

import { pickRows } from '#app/admin/packing/pick-rows.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

const line = (product: string, size: string, storagePlace: string | null, packed = 0) => ({
  _id: `${product}-${size}`,
  product,
  size,
  image: null,
  sku: `${product}-${size}`,
  barcode: null,
  storagePlace,
  quantity: 2,
  packed,
  surplus: 0,
})
const order = (lines: PackingOrder['lines']): PackingOrder => ({
  _id: 'an-order',
  createdAt: '2026-11-26T10:00:00.000Z',
  name: 'Asha Rao',
  city: 'Mysuru',
  lines,
  aside: null,
})

test('pieces are fetched along the shelf, and those without a place by product and size, without what is packed', () => {
  const rows = pickRows([
    order([line('Shirt', '10', null), line('Shirt', '9', null), line('Jeans', '32', 'A-10')]),
    order([line('Tie', 'One', 'A-2', 1), line('Jeans', '32', 'A-10'), line('Belt', 'M', 'A-1', 2)]),
  ])
  expect(rows.map(({ product, size, pieces }) => `${pieces} ${product} ${size}`)).toEqual([
    '1 Tie One',
    '4 Jeans 32',
    '2 Shirt 9',
    '2 Shirt 10',
  ])
})
