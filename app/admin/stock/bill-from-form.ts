import type { SupplierBill } from '#contract/stock/stock.ts'

import { MAX_BILL_LINES } from '#contract/stock/stock-limits.ts'

/** The bill that was typed. Lines that are empty at its end are left out, so that each other one keeps its place. */
export function billFromForm(text: (name: string) => string): SupplierBill {
  const typed = Array.from({ length: Math.min(Number(text('lines')) || 0, MAX_BILL_LINES) }, (_, index) => ({
    code: text(`code-${index}`).trim(),
    quantity: text(`quantity-${index}`).trim(),
    cost: text(`cost-${index}`).replaceAll(/[\s,₹]/g, ''),
  }))
  const last = typed.findLastIndex(({ code, quantity, cost }) => code !== '' || quantity !== '' || cost !== '')
  const lines = typed.slice(0, last + 1)
  return {
    supplier: text('supplier'),
    number: text('number'),
    date: text('date'),
    // What is no number is refused by the call, in its place.
    lines: lines.map(({ code, quantity, cost }) => ({
      code,
      quantity: Number(quantity),
      cost: cost === '' ? Number.NaN : Number(cost),
    })),
  }
}
