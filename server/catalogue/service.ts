import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Db } from '#server/db/database.ts'

import { listPictureCounts, listProductRows } from '#server/catalogue/product-queries.ts'
import { pictureAddress, productFromRow } from '#server/catalogue/product-from-row.ts'
import type { Window } from '#server/db/pagination.ts'

/** The products with these ids that are on sale, in any order. */
export async function listProductsById(db: Db, ids: readonly string[]): Promise<Product[]> {
  return (await listProductRows(db, ids)).map(productFromRow)
}

export { getProduct } from '#server/catalogue/get-product.ts'
export { fetchImportedPictures } from '#server/catalogue/other-shops/fetch-pictures.ts'
export { saveMostSold } from '#server/catalogue/lists/product-index-queries.ts'
export { preparePictures, withStoredFiles } from '#server/catalogue/pictures/uploaded-pictures.ts'
export { keepSalePrices } from '#server/catalogue/sales/keep-sale-prices.ts'
export { cardOf } from '#server/catalogue/lists/featured-rows.ts'
export { findCategory, listProducts } from '#server/catalogue/lists/list-products.ts'
export type { ListedProduct, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
export { listCategories } from '#server/catalogue/category-queries.ts'
export { countProducts, isPictureUsed, listLowStock } from '#server/catalogue/product-queries.ts'

/** A page of all products on sale with the addresses of their pictures, in a stable order. */
export async function listProductPictures(db: Db, window: Window): Promise<{ _id: string; images: string[] }[]> {
  const rows = await listPictureCounts(db, window)
  return rows.map(({ id, pictures }) => ({
    _id: id,
    images: Array.from({ length: pictures }, (_, index) => pictureAddress(id, index)),
  }))
}
