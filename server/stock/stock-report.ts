import type { z } from 'zod'

import type { StockReport, StockReportQuery, StockReportRow } from '#contract/stock/stock.ts'
import type { Db } from '#server/db/database.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { windowOf } from '#server/db/pagination.ts'
import { listReportRows, type ReportRow } from '#server/stock/stock-report-queries.ts'
import { stockReportCsv } from '#server/stock/stock-report-csv.ts'

const rupeesOrNull = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise))

function reportRowOf({ id, name, takenIn, sold, writtenOff, stock, ...row }: ReportRow): StockReportRow {
  const { takenInPaise, revenuePaise, costPaise, parcelPaise, valuePaise } = row
  return {
    key: id,
    name,
    takenIn,
    takenInCost: rupeesFromPaise(takenInPaise),
    sold,
    revenue: rupeesFromPaise(revenuePaise),
    cost: rupeesOrNull(costPaise),
    parcels: rupeesOrNull(parcelPaise),
    margin: costPaise === null ? null : rupeesFromPaise(revenuePaise - costPaise - (parcelPaise ?? 0)),
    writtenOff,
    stock,
    value: rupeesOrNull(valuePaise),
  }
}

/**
 * What was taken in, sold and written off on these days, and what is there now, by product, size, category, month or
 * order.
 */
export async function getStockReport(
  db: Db,
  { page, limit, ...filter }: z.output<typeof StockReportQuery>,
): Promise<StockReport> {
  const window = windowOf({ page: page ?? 1, limit })
  const { items, total } = await listReportRows(db, { ...filter, ...window })
  return { items: items.map(reportRowOf), total }
}

/** The most groups of a report that a file has. */
const MAX_EXPORTED = 100_000

/** The whole report as CSV, piece by piece. */
export async function writeStockReport(
  db: Db,
  { page: _, limit: __, ...filter }: z.output<typeof StockReportQuery>,
): Promise<AsyncGenerator<string>> {
  const { items } = await listReportRows(db, { ...filter, limit: MAX_EXPORTED, offset: 0 })
  return stockReportCsv(filter.by, items, reportRowOf)
}
