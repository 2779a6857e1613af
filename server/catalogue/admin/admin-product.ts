import type { AdminProduct, EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Db } from '#server/db/database.ts'

import { listAdminRows } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { listStored } from '#server/catalogue/admin/stored-product-queries.ts'
import { adminProductFromRow } from '#server/catalogue/product-from-row.ts'
import { notFound } from '#server/errors.ts'

/** A product as administrators see it: on sale, a draft or deleted. Throws not-found (404). */
export async function getAdminProduct(db: Db, id: string): Promise<AdminProduct> {
  const [row] = await listAdminRows(db, [id])
  if (!row) throw notFound('Product')
  return adminProductFromRow(row)
}

/** The same with what the form for it needs. */
export async function getEditable(db: Db, productId: string): Promise<EditableProduct> {
  const product = await getAdminProduct(db, productId)
  const [stored] = await listStored(db, [productId])
  if (!stored) throw notFound('Product')
  const sizeRows = stored.sizes.map(({ id, sku, barcode, ...size }) => ({
    _id: id,
    ...size,
    sku: sku ?? '',
    barcode: barcode ?? '',
  }))
  return { ...product, sizeRows }
}
