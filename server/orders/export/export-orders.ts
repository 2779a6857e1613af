import type { z } from 'zod'

import type { OrderExportQuery } from '#contract/orders/orders.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAX_EXPORTED } from '#server/orders/order-limits.ts'
import { readBatches } from '#server/db/standby.ts'
import { invalid } from '#server/errors.ts'
import { writeOrdersCsv } from '#server/orders/export/orders-csv.ts'
import { filterOf } from '#server/orders/list/order-filter.ts'
import { listOrderIds } from '#server/orders/list/order-list-queries.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'

/** Orders that an export reads, writes and holds in memory at once. */
const BATCH = 100

/**
 * Chosen orders, or those that a list of the same query shows, as CSV in the same sequence, piece by piece. What
 * changes meanwhile may be in it or not. Throws invalid (400) before the first piece if there are too many.
 */
export async function exportOrders(
  { database: { read }, payment }: Pick<Shop, 'database' | 'payment'>,
  { ids, sort, ...search }: z.output<typeof OrderExportQuery>,
): Promise<AsyncGenerator<string>> {
  const found = { sort, limit: MAX_EXPORTED + 1 }
  const wanted = ids ?? (await read((db) => listOrderIds(db, filterOf(search, payment), found)))
  if (wanted.length > MAX_EXPORTED) {
    throw invalid(`More than ${MAX_EXPORTED.toLocaleString('en-IN')} orders. Choose fewer days.`)
  }
  return writeOrdersCsv(readBatches(read, wanted, BATCH, listOrdersById))
}
