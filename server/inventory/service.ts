import type { Db } from '#server/db/open.ts'

import { MAX_STOCK } from '#contract/catalogue-rules.ts'
import { conflict, notFound } from '#server/errors.ts'
import {
  changeStockBy,
  changeStocksTo,
  changeStockTo,
  lockSizes,
  putStockBack,
  takeStock,
  type Shortage,
  type StockChange,
  type StockLine,
} from '#server/inventory/queries.ts'

interface Correction {
  productSizeId: string
  actorId: string | null
}

/**
 * Holds the lines for a checkout and writes the ledger, in one statement: all of them, or nothing at all. Answers the
 * lines that are short with what is left of each; the list is empty when everything is held. Each size is named once.
 */
export async function holdStock(
  db: Db,
  { checkoutId, lines }: { checkoutId: string; lines: readonly StockLine[] },
): Promise<Shortage[]> {
  return takeStock(db, checkoutId, lines)
}

/**
 * Gives the lines of a checkout back and writes the ledger, in one statement. It would do so twice when called twice:
 * to be called in the transaction of the one change of state that ends the hold or cancels the order.
 */
export async function returnStock(
  db: Db,
  {
    checkoutId,
    reason,
    lines,
  }: { checkoutId: string; reason: 'release' | 'cancellation'; lines: readonly StockLine[] },
): Promise<void> {
  await putStockBack(db, checkoutId, reason, lines)
}

/**
 * Locks sizes until the transaction ends. To be called first by a transaction that then changes stock more than once,
 * so that two such transactions never wait for each other.
 */
export async function lockStock(db: Db, productSizeIds: readonly string[]): Promise<void> {
  await lockSizes(db, productSizeIds)
}

/**
 * Changes the stock of a size by `by` pieces and writes the ledger, in one statement. Throws a conflict (409) when the
 * stock would fall below 0 or pass `MAX_STOCK`; also for a size that does not exist, so look it up first.
 */
export async function adjustStock(
  db: Db,
  { productSizeId, by, actorId }: Correction & { by: number },
): Promise<StockChange> {
  const change = await changeStockBy(db, { productSizeId, by, most: MAX_STOCK, actorId })
  if (!change) throw conflict(by < 0 ? 'Stock cannot fall below 0.' : `Stock cannot pass ${MAX_STOCK}.`)
  return change
}

/**
 * Sets the stock of a size to `to` pieces, a whole number from 0 to `MAX_STOCK`, and writes the ledger, in one
 * statement. Throws not-found (404) for a size that does not exist.
 */
export async function setStock(
  db: Db,
  { productSizeId, to, actorId }: Correction & { to: number },
): Promise<StockChange> {
  const change = await changeStockTo(db, { productSizeId, to, actorId })
  if (!change) throw notFound('Size')
  return change
}

// The shelf's trigger compares what one statement changed pair by pair.
const MOST_AT_ONCE = 200

/**
 * Sets the stock of many sizes, each named once, to whole numbers from 0 to `MAX_STOCK`, and writes the ledger. To be
 * called within a transaction that has locked them with `lockStock`: that alone knows what each of them was.
 */
export async function setStocks(
  db: Db,
  stocks: readonly { productSizeId: string; to: number }[],
  actorId: string | null,
): Promise<void> {
  for (let start = 0; start < stocks.length; start += MOST_AT_ONCE) {
    await changeStocksTo(db, stocks.slice(start, start + MOST_AT_ONCE), actorId)
  }
}
