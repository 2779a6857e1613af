import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { PriceSetting } from '#contract/catalogue/catalogue.ts'
import type { Change } from '#server/catalogue/admin/save-products.ts'
import type { Db } from '#server/db/database.ts'

import { getAdminProduct } from '#server/catalogue/admin/admin-product.ts'
import { lockProduct, saveProducts } from '#server/catalogue/admin/save-products.ts'
import { isSamePrices, pricesInWords, pricesOf, withFields } from '#server/catalogue/admin/stored-product.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'

/**
 * Sets the price and returns the product. A missing discounted price stays as it is, and null removes it. Throws
 * invalid (400) for a discounted price above the price, and a conflict (409) if the prices are no longer those of
 * `was`.
 */
export async function updatePrice(
  db: Db,
  { actorId, productId }: Change,
  { revision, was, ...prices }: PriceSetting,
): Promise<AdminProduct> {
  return inTransaction(db, async (db) => {
    const before = await lockProduct(db, { productId, revision })
    const current = pricesOf(before)
    if (was && !isSamePrices(was, current)) {
      throw conflict(`The price is ${pricesInWords(current)} by now. Save again to set yours.`)
    }
    const after = withFields(before, prices)
    const audited = { before: current, after: pricesOf(after) }
    await saveProducts(db, actorId, [{ before, after, action: 'change price', audited }])
    return getAdminProduct(db, productId)
  })
}
