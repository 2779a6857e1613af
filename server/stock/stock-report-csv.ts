import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

import type { ReportGroup } from '#contract/stock/stock-report-groups.ts'
import type { StockReportRow } from '#contract/stock/stock.ts'

import { escapeCell, rowsCsv, tableCsv, type CsvCells } from '#server/http/csv/csv-encoding.ts'

const amount = (rupees: number | null) => rupees?.toFixed(2) ?? ''
const count = (pieces: number | null) => pieces ?? ''

const cellsOf = (by: ReportGroup): CsvCells<StockReportRow> => ({
  [`${by}_id`]: ({ key }) => escapeCell(key),
  [by]: ({ name }) => escapeCell(name),
  taken_in: ({ takenIn }) => takenIn,
  taken_in_cost: ({ takenInCost }) => amount(takenInCost),
  sold: ({ sold }) => sold,
  revenue: ({ revenue }) => amount(revenue),
  cost_of_sold: ({ cost }) => amount(cost),
  parcels: ({ parcels }) => amount(parcels),
  margin: ({ margin }) => amount(margin),
  written_off: ({ writtenOff }) => writtenOff,
  stock: ({ stock }) => count(stock),
  stock_value: ({ value }) => amount(value),
})

/** Lines that are written before other calls run. */
export const LINES_AT_ONCE = 500

/** A report as CSV, one line a group, piece by piece. What is unknown is empty. */
export async function* stockReportCsv<Row>(
  by: ReportGroup,
  rows: readonly Row[],
  rowOf: (row: Row) => StockReportRow,
): AsyncGenerator<string> {
  const cells = cellsOf(by)
  yield tableCsv(cells, [])
  for (let start = 0; start < rows.length; start += LINES_AT_ONCE) {
    await yieldToEventLoop()
    yield rowsCsv(cells, rows.slice(start, start + LINES_AT_ONCE).map(rowOf))
  }
}
