import { expect, test } from 'vitest'

import { billFromForm } from '#app/admin/stock/bill-from-form.ts'

test('lines that are empty at the end of a bill are left out, and the others keep their place', () => {
  const typed: Record<string, string> = {
    supplier: 'Tiruppur Knits',
    number: 'TK-17',
    date: '2026-11-20',
    lines: '4',
    'code-0': ' SH-M ',
    'quantity-0': '10',
    'cost-0': '₹1,250.50',
    'code-2': 'SH-L',
  }
  const { lines, ...head } = billFromForm((name) => typed[name] ?? '')
  expect(head).toEqual({ supplier: 'Tiruppur Knits', number: 'TK-17', date: '2026-11-20' })
  expect(lines).toEqual([
    { code: 'SH-M', quantity: 10, cost: 1250.5 },
    { code: '', quantity: 0, cost: Number.NaN },
    { code: 'SH-L', quantity: 0, cost: Number.NaN },
  ])
})
