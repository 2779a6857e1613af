import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { Db } from '#server/db/database.ts'

import { productDetailFromRow } from '#server/catalogue/product-from-row.ts'
import { findProductRow } from '#server/catalogue/product-queries.ts'
import { notFound } from '#server/errors.ts'

/** A product that is on sale, with everything that its page shows; throws not-found (404). */
export async function getProduct(db: Db, id: string): Promise<ProductDetail> {
  const row = await findProductRow(db, id)
  if (!row) throw notFound('Product')
  return productDetailFromRow(row)
}
