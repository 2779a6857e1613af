import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { id, messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import {
  SavedProducts,
  SavedProductsAnswer,
  SavedProductsQuery,
  StockRequestQuery,
  StockRequests,
  Wishlist,
  WishlistIds,
} from '#contract/cart/wishlist.ts'
import { listProductsById } from '#server/catalogue/service.ts'
import { route } from '#server/http/route.ts'
import {
  cancelStockRequest,
  joinWishlist,
  listStockRequests,
  listWishlist,
  requestStock,
  saveProduct,
  unsaveProduct,
} from '#server/cart/wishlist/service.ts'

const CUSTOMER = { audience: 'customer', isAskedSignedOut: true } as const
const PRODUCT = { params: z.object({ productId: id }) }

/** Wishlists, and mails when a sold-out size is back. */
export function registerWishlist(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /wishlist', {
    ...CUSTOMER,
    summary: 'The wishlist, with prices of then and now',
    answer: Wishlist,
    handle: async ({ user }) => ({ wishlist: await listWishlist(db, user.id) }),
  })
  route(api, 'GET /wishlist/products', {
    audience: 'public',
    summary: 'Those of these products that are for sale, for the wishlist of a visitor',
    query: SavedProductsQuery,
    answer: SavedProductsAnswer,
    handle: async ({ query }) => ({ products: await listProductsById(db, query.ids) }),
  })
  route(api, 'POST /wishlist/join', {
    ...CUSTOMER,
    summary: 'Adds what a visitor saved before signing in; may be repeated',
    body: SavedProducts,
    maxEntries: 500,
    answer: WishlistIds,
    handle: async ({ user, body }) => ({ productIds: await joinWishlist(db, user.id, body) }),
  })
  route(api, 'POST /wishlist/:productId', {
    ...CUSTOMER,
    ...PRODUCT,
    summary: 'Saves a product on the wishlist; may be repeated',
    body: noBody,
    answer: WishlistIds,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params }) => ({ productIds: await saveProduct(db, user.id, params.productId) }),
  })
  route(api, 'DELETE /wishlist/:productId', {
    ...CUSTOMER,
    ...PRODUCT,
    summary: 'Takes a product off the wishlist; may be repeated',
    answer: WishlistIds,
    handle: async ({ user, params }) => ({ productIds: await unsaveProduct(db, user.id, params.productId) }),
  })

  route(api, 'GET /stock-requests', {
    ...CUSTOMER,
    summary: 'The sold-out sizes that the customer waits for',
    answer: StockRequests,
    handle: async ({ user }) => ({ requests: await listStockRequests(db, user.id) }),
  })
  const size = { ...CUSTOMER, ...PRODUCT, query: StockRequestQuery, answer: messageAnswer }
  route(api, 'POST /stock-requests/:productId', {
    ...size,
    summary: 'Asks for one mail when a sold-out size is back; may be repeated',
    body: noBody,
    callsPerMinute: 30,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, query }) => ({
      message: await requestStock(db, { userId: user.id, ...params, ...query }),
    }),
  })
  route(api, 'DELETE /stock-requests/:productId', {
    ...size,
    summary: 'Takes that back; may be repeated',
    handle: async ({ user, params, query }) => {
      await cancelStockRequest(db, { userId: user.id, ...params, ...query })
      return { message: 'We will not e-mail you about it.' }
    },
  })
}
