import type { PriceSetting, ProductDetail } from '#contract/catalogue.ts'
import type { LockedProduct } from '#server/catalogue/admin/change-queries.ts'
import type { Db } from '#server/db/open.ts'

import { formatRupees, paiseFromRupees } from '#contract/money.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { recordChange } from '#server/audit/service.ts'
import { pricesOf } from '#server/catalogue/admin/bulk-prices.ts'
import { changeProduct, lockProduct } from '#server/catalogue/admin/change-queries.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'

/** Whose change it is, and of which product. */
export interface Change {
  actorId: string
  productId: string
}

/**
 * A product kept from other administrators until the transaction ends. Throws not-found (404), and a conflict (409)
 * where the caller's `revision` is no longer the product's own.
 */
export async function getLocked(db: Db, productId: string, revision?: number): Promise<LockedProduct> {
  const product = await lockProduct(db, productId)
  if (!product) throw notFound('Product')
  if (revision !== undefined && revision !== product.revision) {
    throw conflict('Somebody else has changed this product meanwhile. Please look at it again.')
  }
  return product
}

function wishedDiscount(rupees: number | null | undefined, currentPaise: number | null): number | null {
  if (rupees === undefined) return currentPaise
  return rupees === null ? null : paiseFromRupees(rupees)
}

function checkPrices(was: NonNullable<PriceSetting['was']>, now: NonNullable<PriceSetting['was']>): void {
  if (was.price === now.price && was.discountedPrice === now.discountedPrice) return
  const discounted = now.discountedPrice === null ? '' : `, discounted to ${formatRupees(now.discountedPrice)}`
  throw conflict(`The price is ${formatRupees(now.price)}${discounted} by now. Save again to set yours.`)
}

/**
 * Sets the price. A discounted price that is left out stays as it is, and is refused (400) where it would be above the
 * new price; null removes it. Throws a conflict (409) where the
 * prices are no longer those of `was`. Answers the product as it is then.
 */
export async function updatePrice(
  db: Db,
  { actorId, productId }: Change,
  { price, discountedPrice, revision, was }: PriceSetting,
): Promise<ProductDetail> {
  return inTransaction(db, async (db) => {
    const before = await getLocked(db, productId, revision)
    if (was) checkPrices(was, pricesOf(before))
    const after = {
      pricePaise: paiseFromRupees(price),
      discountedPricePaise: wishedDiscount(discountedPrice, before.discountedPricePaise),
    }
    if ((after.discountedPricePaise ?? 0) > after.pricePaise) {
      const sentence = WORDINGS.products.discountOutOfRange
      throw invalid(sentence, { discountedPrice: sentence })
    }
    await changeProduct(db, productId, after)
    await recordChange(db, {
      actorId,
      action: 'change price',
      subjectType: 'product',
      subjectId: productId,
      before: pricesOf(before),
      after: pricesOf(after),
    })
    return getProduct(db, productId)
  })
}

/** Takes a product off sale and answers it as it last was. Orders keep their own copy of what was bought. */
export async function deleteProduct(db: Db, { actorId, productId }: Change): Promise<ProductDetail> {
  return inTransaction(db, async (db) => {
    const { name, ...prices } = await getLocked(db, productId)
    const product = await getProduct(db, productId)
    await changeProduct(db, productId, { deletedAt: new Date() })
    await recordChange(db, {
      actorId,
      action: 'delete product',
      subjectType: 'product',
      subjectId: productId,
      before: { name, ...pricesOf(prices), stock: product.stock },
    })
    return product
  })
}
