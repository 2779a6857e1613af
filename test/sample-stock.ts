/** What the calls that count stock and take it in are sent. */
export const stockBodies = (sizeId: string): Record<string, object> => ({
  'POST /admin/stock/count': { lines: [{ _id: sizeId, counted: 40 }], reason: 'Counted' },
  'POST /admin/stock/bills': {
    supplier: 'A supplier',
    number: '1',
    date: '2026-11-20',
    lines: [{ code: sizeId, quantity: 1, cost: 10 }],
  },
})
