import { expect, test } from 'vitest'

import type { StockReportRow } from '#contract/stock/stock.ts'

import { LINES_AT_ONCE, stockReportCsv } from '#server/stock/stock-report-csv.ts'

const rowOf = (number: number): StockReportRow => ({
  key: `size-${number}`,
  name: 'Shirt',
  takenIn: 1,
  takenInCost: 1,
  sold: 0,
  revenue: 0,
  cost: null,
  parcels: null,
  margin: null,
  writtenOff: 0,
  stock: 1,
  value: null,
})

test('a long report is written in pieces, and other calls run between them', async () => {
  const rows = Array.from({ length: 2 * LINES_AT_ONCE + 1 }, (_, number) => number)
  let calls = 0
  const call = () => {
    calls += 1
    turn = setImmediate(call)
  }
  let turn = setImmediate(call)
  const pieces = []
  for await (const piece of stockReportCsv('size', rows, rowOf)) {
    pieces.push({ lines: piece.split('\n').length - 1, calls })
  }
  clearImmediate(turn)
  expect(pieces.map(({ lines }) => lines)).toEqual([1, LINES_AT_ONCE, LINES_AT_ONCE, 1])
  expect(new Set(pieces.map((piece) => piece.calls)).size).toBe(pieces.length)
})
