import { z } from 'zod'

import { Product } from '#contract/catalogue/catalogue.ts'
import { id, rupees, soughtText, time } from '#contract/schemas/basic-schemas.ts'
import { MAX_WISHLIST_PRODUCTS } from '#contract/cart/wishlist-limits.ts'

export const WishlistEntry = z.object({
  productId: z.string(),
  name: z.string(),
  /** The price that was to be paid when the product was saved, in rupees. */
  price: rupees,
  savedAt: time,
  /** The product as it is now; missing if it is not for sale any more. */
  product: Product.optional(),
})
export type WishlistEntry = z.infer<typeof WishlistEntry>

/** The last saved first. */
export const Wishlist = z.object({ wishlist: z.array(WishlistEntry) })
export type Wishlist = z.infer<typeof Wishlist>

export const WishlistIds = z.object({ productIds: z.array(z.string()) })
export type WishlistIds = z.infer<typeof WishlistIds>

/** What a visitor saved before signing in, the last saved first. */
export const SavedProducts = z.strictObject({
  saved: z.array(z.strictObject({ productId: id, price: rupees })).max(MAX_WISHLIST_PRODUCTS),
})
export type SavedProducts = z.infer<typeof SavedProducts>

export const SavedProductsQuery = z.strictObject({
  /** Ids separated by commas. Those beyond the limit are left out. An id has 24 characters, so a full list fits. */
  ids: soughtText(MAX_WISHLIST_PRODUCTS * 40)
    .default('')
    .transform((ids) => ids.split(',').slice(0, MAX_WISHLIST_PRODUCTS)),
})

export const SavedProductsAnswer = z.object({ products: z.array(Product) })
export type SavedProductsAnswer = z.infer<typeof SavedProductsAnswer>

/** The size of a product; left out for a product without sizes. */
export const StockRequestQuery = z.strictObject({ size: soughtText(40).optional() })

export const StockRequest = z.object({
  productId: z.string(),
  name: z.string(),
  size: z.string().optional(),
  askedAt: time,
})
export type StockRequest = z.infer<typeof StockRequest>

export const StockRequests = z.object({ requests: z.array(StockRequest) })
export type StockRequests = z.infer<typeof StockRequests>
