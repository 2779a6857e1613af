import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Change } from '#server/catalogue/admin/save-products.ts'
import type { Db } from '#server/db/database.ts'

import { getAdminProduct } from '#server/catalogue/admin/admin-product.ts'
import { lockProduct, saveProducts } from '#server/catalogue/admin/save-products.ts'
import { pricesOf, stockOf } from '#server/catalogue/admin/stored-product.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** Deletes a product and returns its last state. Orders have their own copy of what was bought. */
export async function deleteProduct(db: Db, { actorId, productId }: Change): Promise<AdminProduct> {
  return inTransaction(db, async (db) => {
    const before = await lockProduct(db, { productId })
    const product = await getAdminProduct(db, productId)
    const audited = { before: { name: before.name, ...pricesOf(before), stock: stockOf(before) } }
    const after = { ...before, deletedAt: new Date() }
    await saveProducts(db, actorId, [{ before, after, action: 'delete product', audited }])
    return product
  })
}
