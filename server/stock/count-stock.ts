import type { z } from 'zod'

import type { StockCount } from '#contract/stock/stock.ts'
import type { Db } from '#server/db/database.ts'

import { counted } from '#contract/words/counted.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { lockStock, setStocks } from '#server/inventory/queries.ts'
import { listNamedSizes, type NamedSize } from '#server/stock/bill-queries.ts'
import { inWords, auditStockChanges } from '#server/stock/audit-stock-changes.ts'

interface Difference {
  size: NamedSize
  from: number
  to: number
}

/** What a count found, as a sentence. */
function newsOf(different: readonly Difference[]): string {
  const more = different.reduce((sum, { from, to }) => sum + to - from, 0)
  const [first, ...others] = different
  if (!first) return 'The count agrees with the shelf.'
  const found =
    others.length === 0 ? `${inWords(first.size)}: ${first.to} on the shelf` : `${different.length} sizes counted`
  return `${found}, ${counted(Math.abs(more), 'piece')} ${more < 0 ? 'fewer' : 'more'}.`
}

/**
 * Sets shelves to what was counted there, with the reason of the difference. Pieces that are held or packed for orders
 * are not counted. Returns a sentence. Throws not-found (404), invalid (400) for a size that is named twice, and a
 * conflict (409) where a shelf has changed since it was counted.
 */
export async function countStock(
  db: Db,
  actorId: string,
  { lines, reason }: z.output<typeof StockCount>,
): Promise<string> {
  const ids = lines.map(({ _id }) => _id)
  if (new Set(ids).size < ids.length) throw invalidField('lines', 'A size can be counted once.')
  return inTransaction(db, async (db) => {
    await lockStock(db, ids)
    const sizes = new Map((await listNamedSizes(db, ids)).map((size) => [size.id, size]))
    const different = lines.flatMap(({ _id, counted: to, was }) => {
      const size = sizes.get(_id)
      if (!size) throw notFound('Size')
      if (was !== undefined && was !== size.stock) {
        throw conflict(`The shelf has ${size.stock} of ${inWords(size)} by now. Please count again.`)
      }
      return to === size.stock ? [] : [{ size, from: size.stock, to }]
    })
    if (different.length === 0) return newsOf(different)
    const stocks = different.map(({ size, to }) => ({ productSizeId: size.id, to }))
    await setStocks(db, stocks, actorId, { reason: 'count', note: reason })
    await auditStockChanges(db, actorId, 'count stock', different, { reason })
    return newsOf(different)
  })
}
