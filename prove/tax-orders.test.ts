import { expect, test } from 'vitest'

import { createRandom } from '#prove/random.ts'
import { playTaxOrders, sumGstr1 } from '#prove/tax-orders.ts'

test('of random orders, invoices less credit notes are GSTR-1 and payments less refunds, to the paisa', () => {
  const records = playTaxOrders(createRandom('short'), { orders: 4000, say: () => undefined })
  expect(records.faults).toEqual([])
  expect(records.orders).toBe(4000)
  expect(records.creditNotes).toBeGreaterThan(1000)
  expect(sumGstr1(records)).toEqual(records.documents)
  expect(records.documents.totalPaise).toBe(records.paidPaise - records.refundedPaise)
  const sections = new Set([...records.gstr1.keys()].map((key) => key.split(' ')[0]))
  expect(sections).toEqual(new Set(['small', 'large', 'registered']))
})
