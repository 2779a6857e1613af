import type { AdminProduct } from '#contract/admin-catalogue.ts'
import type { PriceSetting } from '#contract/catalogue.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { formatRupees } from '#contract/money.ts'
import { listAdminRows } from '#server/catalogue/admin/admin-list-queries.ts'
import { checkRevision, lockForSaving, saveProducts } from '#server/catalogue/admin/save-products.ts'
import { pricesOf, stockOf, withFields } from '#server/catalogue/admin/stored-product.ts'
import { presentAdminProduct } from '#server/catalogue/present-product.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'

/** The administrator who changes, and the product. */
export interface Change {
  actorId: string
  productId: string
}

/** A product as its owner sees it, in whatever state; throws not-found (404). */
export async function getAdminProduct(db: Db, id: string): Promise<AdminProduct> {
  const [row] = await listAdminRows(db, [id])
  if (!row) throw notFound('Product')
  return presentAdminProduct(row)
}

/**
 * A product that is not deleted, locked against other administrators until the transaction ends. Throws not-found (404), and a
 * conflict (409) where the caller's `revision` is no longer the product's own.
 */
export async function lockExisting(
  db: Db,
  { productId, revision, withStock }: { productId: string; revision?: number | undefined; withStock?: boolean },
): Promise<StoredProduct> {
  const { products } = await lockForSaving(db, { products: [productId], withStock })
  const [product] = products
  if (!product || product.deletedAt) throw notFound('Product')
  checkRevision(product, revision)
  return product
}

function checkPrices(was: NonNullable<PriceSetting['was']>, now: NonNullable<PriceSetting['was']>): void {
  if (was.price === now.price && was.discountedPrice === now.discountedPrice) return
  const discounted = now.discountedPrice === null ? '' : `, discounted to ${formatRupees(now.discountedPrice)}`
  throw conflict(`The price is ${formatRupees(now.price)}${discounted} by now. Save again to set yours.`)
}

/**
 * Sets the price. A discounted price that is left out stays as it is, and is refused (400) where it would be above the
 * new price; null removes it. Throws a conflict (409) where the prices are no longer those of `was`. Answers the product
 * as it is then.
 */
export async function updatePrice(
  db: Db,
  { actorId, productId }: Change,
  { revision, was, ...prices }: PriceSetting,
): Promise<AdminProduct> {
  return inTransaction(db, async (db) => {
    const before = await lockExisting(db, { productId, revision })
    if (was) checkPrices(was, pricesOf(before))
    const after = withFields(before, prices)
    const audited = { before: pricesOf(before), after: pricesOf(after) }
    await saveProducts(db, actorId, [{ before, after, action: 'change price', audited }])
    return getAdminProduct(db, productId)
  })
}

/** Deletes a product and returns its last state. Orders have their own copy of what was bought. */
export async function deleteProduct(db: Db, { actorId, productId }: Change): Promise<AdminProduct> {
  return inTransaction(db, async (db) => {
    const before = await lockExisting(db, { productId })
    const product = await getAdminProduct(db, productId)
    const audited = { before: { name: before.name, ...pricesOf(before), stock: stockOf(before) } }
    const after = { ...before, deletedAt: new Date() }
    await saveProducts(db, actorId, [{ before, after, action: 'delete product', audited }])
    return product
  })
}
