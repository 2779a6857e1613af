import type { ProductDetail, StockSetting } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { getLocked, type Change } from '#server/catalogue/admin/change-product.ts'
import { changeProduct, listStock } from '#server/catalogue/admin/change-queries.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { adjustStock, lockStock, setStock } from '#server/inventory/service.ts'

interface SizeInStock {
  id: string
  size: string
  stock: number
}

/** The sizes of a product, in order, with stock that nobody changes before the transaction ends; of one size if asked. */
async function holdSizes(db: Db, { productId }: Change, size?: string, revision?: number): Promise<SizeInStock[]> {
  const product = await getLocked(db, productId, revision)
  const wanted = product.sizes.filter((each) => !size || each.size.toLowerCase() === size.trim().toLowerCase())
  if (wanted.length === 0) throw notFound('Size')
  await lockStock(
    db,
    wanted.map(({ id }) => id),
  )
  const ids = new Set(wanted.map(({ id }) => id))
  const sizes = await listStock(db, productId)
  return sizes.filter(({ id }) => ids.has(id))
}

async function recordStock(
  db: Db,
  { actorId, productId }: Change,
  before: readonly SizeInStock[],
): Promise<ProductDetail> {
  await changeProduct(db, productId, {})
  const product = await getProduct(db, productId)
  const known = new Map(product.sizes.map(({ size, stock }) => [size, stock]))
  await recordChange(db, {
    actorId,
    action: 'change stock',
    subjectType: 'product',
    subjectId: productId,
    before: { sizes: before.map(({ size, stock }) => ({ size, stock })) },
    after: { sizes: before.map(({ size }) => ({ size, stock: known.get(size) ?? product.stock })) },
  })
  return product
}

/** One piece more. Of a product with sizes it goes to the named one, else to the first. */
export async function addStock(db: Db, change: Change, size?: string): Promise<ProductDetail> {
  return inTransaction(db, async (db) => {
    const [chosen] = await holdSizes(db, change, size)
    if (!chosen) throw notFound('Size')
    await adjustStock(db, { productSizeId: chosen.id, by: 1, actorId: change.actorId })
    return recordStock(db, change, [chosen])
  })
}

/**
 * One piece less; throws a conflict (409) where there is none. Of a product with sizes it is taken from the named one,
 * else from the one that has most, the first of equals.
 */
export async function reduceStock(db: Db, change: Change, size?: string): Promise<ProductDetail> {
  return inTransaction(db, async (db) => {
    const sizes = await holdSizes(db, change, size)
    const most = Math.max(...sizes.map(({ stock }) => stock))
    const chosen = sizes.find(({ stock }) => stock === most)
    if (!chosen) throw notFound('Size')
    await adjustStock(db, { productSizeId: chosen.id, by: -1, actorId: change.actorId })
    return recordStock(db, change, [chosen])
  })
}

/**
 * How many pieces each size has once all of them together have `total`: what is added goes to the first, what is taken
 * is taken from the first on, as far as each reaches.
 */
export function spreadStock(stocks: readonly number[], total: number): number[] {
  const difference = total - stocks.reduce((sum, stock) => sum + stock, 0)
  if (difference >= 0) return stocks.map((stock, index) => (index === 0 ? stock + difference : stock))
  let missing = -difference
  return stocks.map((stock) => {
    const taken = Math.min(stock, missing)
    missing -= taken
    return stock - taken
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
): Promise<ProductDetail> {
  return inTransaction(db, async (db) => {
    const before = await holdSizes(db, change, size, revision)
    const current = before.reduce((sum, each) => sum + each.stock, 0)
    if (was !== undefined && was !== current) {
      throw conflict(`The stock is ${current} by now. Save again to set it to ${stock}.`)
    }
    const after = spreadStock(
      before.map((each) => each.stock),
      stock,
    )
    for (const [index, { id }] of before.entries()) {
      await setStock(db, { productSizeId: id, to: after[index] ?? 0, actorId: change.actorId })
    }
    return recordStock(db, change, before)
  })
}
