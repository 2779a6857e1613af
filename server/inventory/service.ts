import type { Db } from '#server/db/open.ts'

import { MAX_STOCK } from '#contract/product-limits.ts'
import { conflict, notFound } from '#server/errors.ts'
import { changeStockBy, changeStocksTo, changeStockTo, type StockChange } from '#server/inventory/queries.ts'

export { holdStock, lockStock, returnStock } from '#server/inventory/queries.ts'

interface Correction {
  productSizeId: string
  actorId: string | null
}

/**
 * Changes the stock of a size by `by` pieces and writes the ledger, in one statement. Throws a conflict if the stock would
 * fall below 0 or pass `MAX_STOCK`, and for a size that does not exist, so look it up first.
 */
export async function adjustStock(db: Db, correction: Correction & { by: number }): Promise<StockChange> {
  const change = await changeStockBy(db, { ...correction, most: MAX_STOCK })
  if (!change) throw conflict(correction.by < 0 ? 'Stock cannot fall below 0.' : `Stock cannot pass ${MAX_STOCK}.`)
  return change
}

/**
 * Sets the stock of a size to `to` pieces, a whole number from 0 to `MAX_STOCK`, and writes the ledger, in one statement.
 * Throws not-found for a size that does not exist.
 */
export async function setStock(db: Db, correction: Correction & { to: number }): Promise<StockChange> {
  const change = await changeStockTo(db, correction)
  if (!change) throw notFound('Size')
  return change
}

/** The trigger that updates the product list compares the changes of one statement pair by pair. */
const MAX_SIZES_PER_STATEMENT = 200

/**
 * Sets the stock of many sizes, each named once, to whole numbers from 0 to `MAX_STOCK`, and writes the ledger. Call it in a
 * transaction that has locked them with `lockStock`.
 */
export async function setStocks(
  db: Db,
  stocks: readonly { productSizeId: string; to: number }[],
  actorId: string | null,
): Promise<void> {
  for (let start = 0; start < stocks.length; start += MAX_SIZES_PER_STATEMENT) {
    await changeStocksTo(db, stocks.slice(start, start + MAX_SIZES_PER_STATEMENT), actorId)
  }
}
