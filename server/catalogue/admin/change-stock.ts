import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { StockSetting } from '#contract/catalogue/catalogue.ts'
import type { StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { getAdminProduct } from '#server/catalogue/admin/admin-product.ts'
import { lockProduct, saveProducts, type Change } from '#server/catalogue/admin/save-products.ts'
import { stockOf, stocksOf } from '#server/catalogue/admin/stored-product.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'

type Sizes = [StoredSize, ...StoredSize[]]

/**
 * Changes the stock of a product that is not deleted. `decide` gets all its sizes in order, or the named one, and
 * returns those that change. The product is locked until they are written. Throws not-found (404) for a missing product
 * or size.
 */
async function changeStock(
  db: Db,
  { actorId, productId }: Change,
  { size, revision }: Pick<StockSetting, 'size' | 'revision'>,
  decide: (sizes: Sizes) => StoredSize[],
): Promise<AdminProduct> {
  return inTransaction(db, async (db) => {
    const product = await lockProduct(db, { productId, revision, withStock: true })
    const [first, ...others] = product.sizes.filter(
      (each) => !size || each.size.toLowerCase() === size.trim().toLowerCase(),
    )
    if (!first) throw notFound('Size')
    const changed = new Map(decide([first, ...others]).map((each) => [each.id, each]))
    const before = product.sizes.filter(({ id }) => changed.has(id))
    const audited = { before: { sizes: stocksOf(before) }, after: { sizes: stocksOf([...changed.values()]) } }
    const after = { ...product, sizes: product.sizes.map((each) => changed.get(each.id) ?? each) }
    await saveProducts(db, actorId, [{ before: product, after, action: 'change stock', audited }])
    return getAdminProduct(db, productId)
  })
}

/** Adds one piece to the named size, or to the first. Throws a conflict (409) above `MAX_STOCK`. */
export const addStock = (db: Db, change: Change, size?: string): Promise<AdminProduct> =>
  changeStock(db, change, { size }, ([first]) => {
    if (first.stock >= MAX_STOCK) throw conflict(`Stock cannot pass ${MAX_STOCK}.`)
    return [{ ...first, stock: first.stock + 1 }]
  })

/**
 * Removes one piece from the named size, or from the one with the highest stock, the first of equals. Throws a conflict
 * (409) if there is none.
 */
export const reduceStock = (db: Db, change: Change, size?: string): Promise<AdminProduct> =>
  changeStock(db, change, { size }, (sizes) => {
    const fullest = sizes.reduce((most, each) => (each.stock > most.stock ? each : most))
    if (fullest.stock === 0) throw conflict('Stock cannot fall below 0.')
    return [{ ...fullest, stock: fullest.stock - 1 }]
  })

/**
 * Spreads a new total over the sizes. Added pieces go to the first size. Missing pieces are removed from the first size
 * on, until enough are removed.
 */
export function spreadStock(stocks: readonly number[], total: number): number[] {
  const difference = total - stocks.reduce((sum, stock) => sum + stock, 0)
  if (difference >= 0) return stocks.map((stock, index) => (index === 0 ? stock + difference : stock))
  let missing = -difference
  return stocks.map((stock) => {
    const removed = Math.min(stock, missing)
    missing -= removed
    return stock - removed
  })
}

/**
 * Sets the stock of the named size, or of all sizes together. Throws a conflict (409) if the stock is no longer what it
 * `was`.
 */
export const setStockTo = (db: Db, change: Change, { stock, was, ...chosen }: StockSetting): Promise<AdminProduct> =>
  changeStock(db, change, chosen, (sizes) => {
    const current = stockOf({ sizes })
    if (was !== undefined && was !== current) {
      throw conflict(`The stock is ${current} by now. Save again to set it to ${stock}.`)
    }
    const spread = spreadStock(
      sizes.map((each) => each.stock),
      stock,
    )
    return sizes.map((each, index) => ({ ...each, stock: spread[index] ?? 0 }))
  })
