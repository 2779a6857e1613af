import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Product, ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { AdminProductRow, ProductDetailRow, ProductRow } from '#server/catalogue/product-queries.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { DETAIL_NAMES, type ProductDetailName, type ProductDetails } from '#contract/catalogue/product-fields.ts'

/** The address of a product's picture; `w` and `v` may be added to it. */
export const pictureAddress = (productId: string, index: number) => `/api/products/image/${productId}/${index}`

/** A product as the API shows it. */
export function productFromRow(row: ProductRow): Product {
  const isReduced = row.discountedPricePaise !== null && row.discountedPricePaise < row.pricePaise
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    price: rupeesFromPaise(row.pricePaise),
    ...(row.discountedPricePaise !== null && { discountedPrice: rupeesFromPaise(row.discountedPricePaise) }),
    ...(isReduced && row.lowestPaidPaise !== null && { lowestPrice: rupeesFromPaise(row.lowestPaidPaise) }),
    category: { _id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    stock: row.sizes.reduce((sum, { stock }) => sum + stock, 0),
    sizes: row.sizes.filter(({ size }) => size !== ''),
    images: row.pictures.map((_, index) => pictureAddress(row.id, index)),
    createdAt: row.createdAt.toISOString(),
    ...(row.colour !== null && { colour: row.colour }),
    pictures: row.pictures,
  }
}

/** The details that a product has. */
export const givenDetails = (product: ProductDetails): Partial<Record<ProductDetailName, string>> =>
  Object.fromEntries(DETAIL_NAMES.flatMap((name) => (product[name] === null ? [] : [[name, product[name]]])))

/** The same with what only its own page shows. */
export function productDetailFromRow(row: ProductDetailRow): ProductDetail {
  const { tags: _ofStaff, ...details } = givenDetails(row)
  return {
    ...productFromRow(row),
    ...details,
    ...(row.measurements !== null && { sizeGuide: row.measurements }),
    ...(typeof row.returnDays === 'number' && { returnDays: row.returnDays }),
    revision: row.revision,
  }
}

const saleFromRow = ({ pricePaise, endsAt, ...sale }: NonNullable<AdminProductRow['sale']>) => ({
  ...sale,
  endsAt: new Date(endsAt).toISOString(),
  price: rupeesFromPaise(pricePaise),
})

/** The same for administrators, who also see drafts and deleted products. */
export function adminProductFromRow(row: AdminProductRow): AdminProduct {
  return {
    ...productDetailFromRow(row),
    ...(row.tags !== null && { tags: row.tags }),
    ...(row.isDraft && { isDraft: true }),
    ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
    ...(row.promised && { promised: row.promised }),
    ...(row.sale && { sale: saleFromRow(row.sale) }),
  }
}
