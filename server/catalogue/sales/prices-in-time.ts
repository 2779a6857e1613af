import type { z } from 'zod'

import type { Product, ProductDetail, ProductListAnswer } from '#contract/catalogue/catalogue.ts'
import type { PriceHistory, PriceHistoryQuery, ShopAtQuery } from '#contract/catalogue/sales/sales.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { listProducts } from '#server/catalogue/lists/list-products.ts'
import { findLowestPaid, listDiscountedAt, listPriceHistory } from '#server/catalogue/sales/price-history-queries.ts'
import { findMembers } from '#server/catalogue/sales/collection-members.ts'
import { momentOf, runningSales } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { isPast } from '#server/db/is-past.ts'
import { getProduct } from '#server/catalogue/get-product.ts'
import { windowOf } from '#server/db/pagination.ts'
import { invalidField, notFound } from '#server/errors.ts'

/** These products with the prices that they are to have at a moment. */
async function pricedAt<Priced extends Product>(db: Db, products: readonly Priced[], at: string): Promise<Priced[]> {
  if (await isPast(db, at)) throw invalidField('at', 'Please choose a moment that is to come.')
  const ids = products.map(({ _id }) => _id)
  const moment = momentOf(at)
  const { members } = await findMembers(db, runningSales(moment), { at: moment, ids })
  const prices = await listDiscountedAt(db, ids, at, members)
  return products.map(({ discountedPrice: _now, ...product }) => {
    const paise = prices.get(product._id) ?? null
    return { ...product, ...(paise !== null && { discountedPrice: rupeesFromPaise(paise) }) } as Priced
  })
}

/**
 * A page of the storefront's list, by name, with the prices of a moment to come, as far as the sales are known. Throws
 * invalid for a moment that has passed.
 */
export async function listProductsAt(
  { db, index }: { db: Db; index: ProductIndex },
  { at, category, ...query }: z.output<typeof ShopAtQuery>,
): Promise<ProductListAnswer> {
  const part = category ? ({ category } as const) : undefined
  const answer = await listProducts(index, { page: 1, limit: ROWS_PER_PAGE.prices, ...query }, part)
  return { ...answer, products: await pricedAt(db, answer.products, at) }
}

/** A product's page with the prices of a moment to come. Throws not-found, and invalid for a moment that has passed. */
export async function getProductAt(db: Db, id: string, at: string): Promise<ProductDetail> {
  const [product] = await pricedAt(db, [await getProduct(db, id)], at)
  if (!product) throw notFound('Product')
  return product
}

/** A page of a product's prices, the present ones first. Throws not-found. */
export async function getPriceHistory(
  db: Db,
  id: string,
  { page = 1, limit = ROWS_PER_PAGE.prices }: z.output<typeof PriceHistoryQuery>,
): Promise<PriceHistory> {
  const product = await findLowestPaid(db, id)
  if (!product) throw notFound('Product')
  const { items, total } = await listPriceHistory(db, id, windowOf({ page, limit }))
  return {
    name: product.name,
    lowest: product.lowest === null ? undefined : rupeesFromPaise(product.lowest),
    total,
    prices: items.map((row) => ({
      from: row.at.toISOString(),
      price: rupeesFromPaise(row.pricePaise),
      discountedPrice: row.discountedPricePaise === null ? undefined : rupeesFromPaise(row.discountedPricePaise),
      paid: rupeesFromPaise(row.paidPricePaise),
      ...(row.saleId !== null && { sale: { _id: row.saleId, title: row.saleTitle ?? '' } }),
    })),
  }
}
