import type { ReportGroup } from '#contract/stock/stock-report-groups.ts'
import type { StockReportRow } from '#contract/stock/stock.ts'

import { escapeFormula, tableCsv } from '#server/http/csv-encoding.ts'

const amount = (rupees: number | null) => rupees?.toFixed(2) ?? ''
const count = (pieces: number | null) => pieces ?? ''

/** A report as CSV, one line a group. What is unknown is empty. */
export const stockReportCsv = (by: ReportGroup, rows: readonly StockReportRow[]): string =>
  tableCsv<StockReportRow>(
    {
      [`${by}_id`]: ({ key }) => escapeFormula(key),
      [by]: ({ name }) => escapeFormula(name),
      taken_in: ({ takenIn }) => takenIn,
      taken_in_cost: ({ takenInCost }) => amount(takenInCost),
      sold: ({ sold }) => sold,
      revenue: ({ revenue }) => amount(revenue),
      cost_of_sold: ({ cost }) => amount(cost),
      margin: ({ margin }) => amount(margin),
      written_off: ({ writtenOff }) => writtenOff,
      stock: ({ stock }) => count(stock),
      stock_value: ({ value }) => amount(value),
    },
    rows,
  )
