import { z } from 'zod'

import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { ProductDetail, ProductListAnswer } from '#contract/catalogue/catalogue.ts'
import { MAX_SALE_PRODUCTS } from '#contract/catalogue/sales/sale-limits.ts'
import {
  ListedSale,
  PriceHistory,
  PriceHistoryQuery,
  Sale,
  SaleAnswer,
  SaleChange,
  SaleInput,
  SaleListQuery,
  SalePreview,
  SalePreviewQuestion,
  SaleStop,
  ShopAtQuery,
} from '#contract/catalogue/sales/sales.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { PRICES } from '#server/cache/tags.ts'
import {
  createSale,
  editSale,
  getSale,
  listSales,
  previewSale,
  stopSale,
} from '#server/catalogue/sales/manage-sales.ts'
import { getPriceHistory, getProductAt, listProductsAt } from '#server/catalogue/sales/prices-in-time.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route, withTotalCount } from '#server/http/route.ts'

/** Names and list items of a sale's body. */
const MAX_ENTRIES = MAX_SALE_PRODUCTS + 200

/** What administrators do with sales. */
export function registerSales(api: ShopServer, { db, settings }: Shop): void {
  const params = z.object({ saleId: id })
  const actingAs = ({ id: actorId }: { id: string }) => ({
    actorId,
    taxRegistration: settings.current().taxRegistration,
  })
  route(api, 'GET /admin/sales', {
    audience: 'admin',
    summary: 'Sales, the latest to begin first; how many there are in all is in X-Total-Count',
    query: SaleListQuery,
    answer: z.array(ListedSale),
    handle: async ({ query, reply }) => withTotalCount(reply, await listSales(db, query)),
  })
  route(api, 'GET /admin/sales/:saleId', {
    audience: 'admin',
    summary: 'A sale with its products',
    params,
    answer: Sale,
    errors: ['not_found'],
    handle: ({ params: { saleId } }) => getSale(db, saleId),
  })
  route(api, 'POST /admin/sales', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Makes a sale; its prices are in force from its first moment on, and at once if that has passed',
    body: SaleInput,
    maxEntries: MAX_ENTRIES,
    answer: SaleAnswer,
    status: 201,
    outdates: [PRICES],
    handle: async ({ user, body }) => {
      const saved = await createSale(db, actingAs(user), body)
      return { message: 'Sale created.', ...saved }
    },
  })
  route(api, 'PATCH /admin/sales/:saleId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Changes a sale that is not over; payments that have begun and orders keep their prices',
    params,
    body: SaleChange,
    maxEntries: MAX_ENTRIES,
    answer: SaleAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [PRICES],
    handle: async ({ user, params: { saleId }, body }) => {
      const saved = await editSale(db, { ...actingAs(user), saleId }, body)
      return { message: 'Sale saved.', ...saved }
    },
  })
  route(api, 'POST /admin/sales/:saleId/stop', {
    audience: 'admin',
    asksPassword: 'sometimes',
    summary: 'Stops a sale before its end, or takes that back',
    params,
    body: SaleStop,
    answer: SaleAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [PRICES],
    handle: async ({ user, params: { saleId }, body: { isStopped } }) => {
      // Whoever sees a wrong price stops it at once.
      if (!isStopped) requireRecentPassword(user)
      const sale = await stopSale(db, { actorId: user.id, saleId, isStopped })
      return { message: isStopped ? 'Sale stopped.' : 'Sale resumed.', sale }
    },
  })
  route(api, 'POST /admin/sales/preview', {
    audience: 'admin',
    summary: 'What a sale would do to prices when it begins, beside the other sales; nothing is saved',
    body: SalePreviewQuestion,
    maxEntries: MAX_ENTRIES,
    answer: SalePreview,
    errors: ['not_found'],
    handle: ({ body }) => previewSale(db, body, settings.current()),
  })
}

/** The shop as it is to be at a moment, and what prices were. */
export function registerPricesInTime(api: ShopServer, { db }: Shop, index: ProductIndex): void {
  const params = z.object({ id })
  route(api, 'GET /admin/shop-at', {
    audience: 'admin',
    summary: 'A list of products with the prices of a moment to come, as far as the sales are known',
    query: ShopAtQuery,
    answer: ProductListAnswer,
    errors: ['not_found'],
    handle: ({ query }) => listProductsAt({ db, index }, query),
  })
  route(api, 'GET /admin/shop-at/:id', {
    audience: 'admin',
    summary: 'A product with the prices of a moment to come',
    params,
    query: ShopAtQuery.pick({ at: true }),
    answer: ProductDetail,
    errors: ['not_found'],
    handle: ({ params: { id: productId }, query: { at } }) => getProductAt(db, productId, at),
  })
  route(api, 'GET /admin/products/:id/prices', {
    audience: 'admin',
    summary: 'The prices that a product has had, the present ones first',
    params,
    query: PriceHistoryQuery,
    answer: PriceHistory,
    errors: ['not_found'],
    handle: ({ params: { id: productId }, query }) => getPriceHistory(db, productId, query),
  })
}
