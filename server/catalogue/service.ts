import type { Product, ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { Db } from '#server/db/database.ts'

import {
  findPictureHash,
  findProductRow,
  listPictureCounts,
  listProductRows,
} from '#server/catalogue/product-queries.ts'
import { pictureAddress, productFromRow, productDetailFromRow } from '#server/catalogue/product-from-row.ts'
import { notFound } from '#server/errors.ts'
import type { Window } from '#server/db/pagination.ts'

/** A product that is on sale, with everything that its page shows; throws not-found (404). */
export async function getProduct(db: Db, id: string): Promise<ProductDetail> {
  const row = await findProductRow(db, id)
  if (!row) throw notFound('Product')
  return productDetailFromRow(row)
}

/** The products with these ids that are on sale, in any order. */
export async function listProductsById(db: Db, ids: readonly string[]): Promise<Product[]> {
  return (await listProductRows(db, ids)).map(productFromRow)
}

/** The hash of the picture at this place of a product that is not deleted; undefined if there is none. */
export async function findPicture(db: Db, productId: string, index: string): Promise<string | undefined> {
  return /^\d{1,3}$/.test(index) ? findPictureHash(db, productId, Number(index)) : undefined
}

export { saveMostSold } from '#server/catalogue/lists/product-index-queries.ts'
export { keepPrices } from '#server/catalogue/sales/keep-prices.ts'
export { cardOf } from '#server/catalogue/lists/featured.ts'
export { findCategory } from '#server/catalogue/lists/list-products.ts'
export type { ListedProduct, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
export { listCategories } from '#server/catalogue/category-queries.ts'
export { countProducts, listLowStock } from '#server/catalogue/product-queries.ts'

/** A page of all products on sale with the addresses of their pictures, in a stable order. */
export async function listProductPictures(db: Db, window: Window): Promise<{ _id: string; images: string[] }[]> {
  const rows = await listPictureCounts(db, window)
  return rows.map(({ id, pictures }) => ({
    _id: id,
    images: Array.from({ length: pictures }, (_, index) => pictureAddress(id, index)),
  }))
}
