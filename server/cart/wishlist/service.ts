import type { SavedProducts, StockRequest, WishlistEntry } from '#contract/cart/wishlist.ts'
import type { Db } from '#server/db/database.ts'

import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { MAX_STOCK_REQUESTS, MAX_WISHLIST_PRODUCTS } from '#contract/cart/wishlist-limits.ts'
import { isEmailConfirmed } from '#server/accounts/service.ts'
import { getProduct, listProductsById } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { deleteEntry, insertEntries, listEntries, lockWishlist } from '#server/cart/wishlist/queries.ts'
import { listOpenRequests, upsertStockRequest, type OwnSize } from '#server/cart/wishlist/stock-request-queries.ts'

export {
  cancelStockRequest,
  deleteEndedRequests,
  makeStockMailsDue,
} from '#server/cart/wishlist/stock-request-queries.ts'

/** A customer's wishlist with the products as they are now. */
export async function listWishlist(db: Db, userId: string): Promise<WishlistEntry[]> {
  const entries = await listEntries(db, userId)
  const products = await listProductsById(
    db,
    entries.map(({ productId }) => productId),
  )
  const byId = new Map(products.map((product) => [product._id, product]))
  return entries.map(({ productId, name, pricePaise, savedAt }) => {
    const product = byId.get(productId)
    const entry = { productId, name, price: rupeesFromPaise(pricePaise), savedAt: savedAt.toISOString() }
    return { ...entry, ...(product && { product }) }
  })
}

async function listIds(db: Db, userId: string): Promise<string[]> {
  return (await listEntries(db, userId)).map(({ productId }) => productId)
}

/**
 * Saves a product with its current price. A saved product stays as it is. Throws not-found (404), and a conflict (409)
 * for a full list.
 */
export async function saveProduct(db: Db, userId: string, productId: string): Promise<string[]> {
  await getProduct(db, productId)
  return inTransaction(db, async (db) => {
    await lockWishlist(db, userId)
    await insertEntries(db, userId, [{ productId }], MAX_WISHLIST_PRODUCTS)
    const ids = await listIds(db, userId)
    if (!ids.includes(productId)) throw conflict(`A wishlist holds at most ${MAX_WISHLIST_PRODUCTS} products.`)
    return ids
  })
}

/** Takes a product off the wishlist and returns what is left; may be repeated. */
export async function unsaveProduct(db: Db, userId: string, productId: string): Promise<string[]> {
  await deleteEntry(db, userId, productId)
  return listIds(db, userId)
}

/**
 * Adds the products that a visitor saved, with the prices of that time, as long as there is room; may be repeated.
 * Products that are not for sale are left out. Returns the ids of the whole wishlist.
 */
export async function joinWishlist(db: Db, userId: string, { saved }: SavedProducts): Promise<string[]> {
  if (saved.length === 0) return listIds(db, userId)
  const entries = saved.map(({ productId, price }) => ({ productId, pricePaise: paiseFromRupees(price) }))
  return inTransaction(db, async (db) => {
    await lockWishlist(db, userId)
    await insertEntries(db, userId, entries, MAX_WISHLIST_PRODUCTS)
    return listIds(db, userId)
  })
}

/**
 * Stores that a customer wants one mail when a sold-out size is back and returns a message; may be repeated. Throws
 * not-found, and a conflict while the size is in stock and for too many requests.
 */
export async function requestStock(db: Db, wanted: OwnSize): Promise<string> {
  const { userId, size } = wanted
  const outcome = await upsertStockRequest(db, wanted, MAX_STOCK_REQUESTS)
  if (!outcome) throw notFound('Size')
  if (outcome.stock > 0) throw conflict(size ? `Size ${size} is in stock.` : 'It is in stock.')
  if (!outcome.isStored) throw conflict(`You can wait for at most ${MAX_STOCK_REQUESTS} sizes at once.`)
  const promise = `We will e-mail you once ${size || 'it'} is back.`
  if (await isEmailConfirmed(db, userId)) return promise
  return `${promise} Please confirm your address on your profile, so that the mail reaches you.`
}

/** What a customer waits for, the last asked first. */
export async function listStockRequests(db: Db, userId: string): Promise<StockRequest[]> {
  const requests = await listOpenRequests(db, userId)
  return requests.map(({ size, askedAt, ...request }) => ({
    ...request,
    ...(size && { size }),
    askedAt: askedAt.toISOString(),
  }))
}
