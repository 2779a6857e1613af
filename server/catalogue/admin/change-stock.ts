import type { AdminProduct } from '#contract/admin-catalogue.ts'
import type { StockSetting } from '#contract/catalogue.ts'
import type { StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { getAdminProduct, lockExisting, type Change } from '#server/catalogue/admin/price-and-deletion.ts'
import { saveProducts } from '#server/catalogue/admin/save-products.ts'
import { stocksOf } from '#server/catalogue/admin/stored-product.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { adjustStock, setStock } from '#server/inventory/service.ts'

interface Locked {
  product: StoredProduct
  /** All sizes of the product in order, or the one that was named; at least one. */
  sizes: [StoredSize, ...StoredSize[]]
}

/** A product that is not deleted with its stock, locked until the transaction ends. */
async function lockSizes(db: Db, { productId }: Change, size?: string, revision?: number): Promise<Locked> {
  const product = await lockExisting(db, { productId, revision, withStock: true })
  const meant = product.sizes.filter((each) => !size || each.size.toLowerCase() === size.trim().toLowerCase())
  const [first, ...others] = meant
  if (!first) throw notFound('Size')
  return { product, sizes: [first, ...others] }
}

/** Records a change of stock that is already written: a new revision and a row of the audit log. */
async function recordStock(
  db: Db,
  actorId: string,
  product: StoredProduct,
  sizes: { before: readonly StoredSize[]; after: readonly StoredSize[] },
): Promise<AdminProduct> {
  const audited = { before: { sizes: stocksOf(sizes.before) }, after: { sizes: stocksOf(sizes.after) } }
  await saveProducts(db, actorId, [{ before: product, after: product, action: 'change stock', audited }])
  return getAdminProduct(db, product.id)
}

async function stepStock(
  db: Db,
  change: Change,
  { size, by }: { size: string | undefined; by: 1 | -1 },
  choose: (sizes: Locked['sizes']) => StoredSize,
): Promise<AdminProduct> {
  const { actorId } = change
  return inTransaction(db, async (db) => {
    const { product, sizes } = await lockSizes(db, change, size)
    const chosen = choose(sizes)
    const { after: stock } = await adjustStock(db, { productSizeId: chosen.id, by, actorId })
    return recordStock(db, actorId, product, { before: [chosen], after: [{ ...chosen, stock }] })
  })
}

/** One piece more. Of a product with sizes it goes to the named one, else to the first. */
export const addStock = (db: Db, change: Change, size?: string): Promise<AdminProduct> =>
  stepStock(db, change, { size, by: 1 }, ([first]) => first)

/**
 * One piece less; throws a conflict (409) where there is none. Of a product with sizes the named one loses it, else the
 * one with the highest stock, the first of equals.
 */
export const reduceStock = (db: Db, change: Change, size?: string): Promise<AdminProduct> =>
  stepStock(db, change, { size, by: -1 }, (sizes) =>
    sizes.reduce((fullest, each) => (each.stock > fullest.stock ? each : fullest)),
  )

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
 * Sets the stock of the named size, or of the whole product: then its sizes together have that many pieces. Throws a
 * conflict (409) where it is no longer what it `was`.
 */
export async function setStockTo(
  db: Db,
  change: Change,
  { stock, size, revision, was }: StockSetting,
): Promise<AdminProduct> {
  const { actorId } = change
  return inTransaction(db, async (db) => {
    const { product, sizes: before } = await lockSizes(db, change, size, revision)
    const stocks = before.map((each) => each.stock)
    const current = stocks.reduce((sum, each) => sum + each, 0)
    if (was !== undefined && was !== current) {
      throw conflict(`The stock is ${current} by now. Save again to set it to ${stock}.`)
    }
    const spread = spreadStock(stocks, stock)
    const after = before.map((each, index) => ({ ...each, stock: spread[index] ?? 0 }))
    for (const { id, stock: to } of after) await setStock(db, { productSizeId: id, to, actorId })
    return recordStock(db, actorId, product, { before, after })
  })
}
