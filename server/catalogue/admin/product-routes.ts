import { z } from 'zod'

import type { Change } from '#server/catalogue/admin/save-products.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  AdminListAnswer,
  AdminListQuery,
  AdminProduct,
  AdminProducts,
  AdminProductsQuery,
  BulkAnswer,
  BulkChange,
  EditableAnswer,
  EditableProduct,
  ProductAnswer,
  PriceUndoing,
  Repricing,
} from '#contract/catalogue/admin-catalogue.ts'
import { CHANGES_WORDS, ChangesQuery, changesOf } from '#contract/programs/change-feed.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { IdempotencyKey } from '#contract/cart/cart.ts'
import { PriceSetting, SizeChoice, SizeQuery, StockSetting } from '#contract/catalogue/catalogue.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { readChanges } from '#server/db/change-feed/service.ts'
import {
  listProductsByCategory,
  listProductsForAdmin,
  listProductsWithIds,
} from '#server/catalogue/admin/admin-product-list.ts'
import { getEditable } from '#server/catalogue/admin/admin-product.ts'
import { changeInBulk, previewPrices } from '#server/catalogue/admin/bulk-change.ts'
import { addStock, reduceStock, setStockTo } from '#server/catalogue/admin/change-stock.ts'
import { deleteProduct } from '#server/catalogue/admin/delete-product.ts'
import { productWarnings } from '#server/catalogue/admin/product-warnings.ts'
import { undoPrices } from '#server/catalogue/admin/undo-prices.ts'
import { updatePrice } from '#server/catalogue/admin/update-price.ts'
import { conflict } from '#server/errors.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { parseInput, route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

const Params = z.object({ id })

const PRICE_ACTIONS: readonly BulkChange['action'][] = ['price', 'discount', 'set prices']

const changesPrices = ({ action }: BulkChange) => PRICE_ACTIONS.includes(action)

/** Finds and restores products, and changes many at once. */
export function registerProductSearch(api: ShopServer, shop: Shop, index: ProductIndex): void {
  const { db } = shop
  route(api, 'GET /admin/products/list', {
    audience: 'admin',
    summary: 'One page of the products, searched, narrowed and sorted over the whole catalogue; deleted ones too',
    query: AdminListQuery,
    answer: AdminListAnswer,
    handle: async ({ query }) => {
      const { lowStock } = shop.settings.current()
      const { threshold = lowStock } = query
      return { ...(await listProductsForAdmin({ db, index }, { ...query, threshold })), lowStock }
    },
  })
  route(api, 'GET /admin/changes/products', {
    audience: 'admin',
    summary: `Products, drafts too, in the order in which they changed, from a place on. ${CHANGES_WORDS}`,
    query: ChangesQuery,
    answer: changesOf(AdminProduct),
    errors: ['conflict'],
    handle: ({ query }) => readChanges(db, 'product', query, listProductsWithIds),
  })
  route(api, 'GET /admin/products/:id', {
    audience: 'admin',
    summary: 'A product with everything that can be changed of it, on sale or deleted',
    params: Params,
    answer: EditableProduct,
    errors: ['not_found'],
    handle: async ({ params }) => getEditable(db, params.id),
  })
  route(api, 'POST /admin/products/:id/restore', {
    audience: 'admin',
    summary: 'Brings a deleted product back, on sale or as the draft that it was',
    params: Params,
    body: noBody,
    answer: EditableAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ params, user }) => {
      const { results } = await changeInBulk(shop, user.id, { action: 'restore', ids: [params.id] })
      const product = await getEditable(db, params.id)
      const reason = results[0]?.reason
      if (reason !== undefined) throw conflict(reason)
      const warning = productWarnings(shop.settings.current())(product)
      return { message: 'Product restored successfully!', product, warning }
    },
  })
  route(api, 'POST /admin/products/bulk', {
    audience: 'admin',
    asksPassword: 'sometimes',
    summary:
      'One change of up to 200 products at once, with what became of each; an Idempotency-Key keeps it from being made twice',
    body: BulkChange,
    maxEntries: 10_000,
    answer: BulkAnswer,
    errors: ['conflict'],
    outdates: [CATALOGUE],
    handle: async ({ body, user, request }) => {
      if (changesPrices(body)) requireRecentPassword(user)
      const key = parseInput(IdempotencyKey, request.headers['idempotency-key'])
      const answer = await changeInBulk(shop, user.id, body, key)
      return answer
    },
  })
  route(api, 'POST /admin/products/undo-prices', {
    audience: 'admin',
    asksPassword: 'always',
    summary:
      'Takes back a change of prices by an entry of the audit log, for all products that changed together with it',
    body: PriceUndoing,
    answer: BulkAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: ({ body, user }) => undoPrices(shop, user.id, body.entry),
  })
  route(api, 'POST /admin/products/bulk/preview', {
    audience: 'admin',
    summary: 'What a repricing of up to 200 products would make of each price; changes nothing',
    body: Repricing,
    maxEntries: 2000,
    answer: BulkAnswer,
    handle: async ({ body }) => previewPrices(shop, body),
  })
}

/** Lists products by category, deletes one, and changes its price or stock. */
export function registerProducts(api: ShopServer, { db, settings }: Shop, index: ProductIndex): void {
  route(api, 'GET /admin/products', {
    audience: 'admin',
    summary: 'Products by the name of their category: everything up to 5,000, or a page of each',
    query: AdminProductsQuery,
    answer: AdminProducts,
    handle: async ({ query }) => listProductsByCategory({ db, index }, query),
  })
  route(api, 'DELETE /products/product/:id', {
    audience: 'admin',
    summary: 'Takes a product off sale; orders keep their own copy of what was bought',
    params: Params,
    body: noBody,
    answer: ProductAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE],
    handle: async ({ params, user }) => {
      const product = await deleteProduct(db, { actorId: user.id, productId: params.id })
      return { message: 'Product deleted successfully!', product }
    },
  })
  route(api, 'PATCH /products/update-price/:id', {
    audience: 'admin',
    summary: 'Sets the price; a discounted price that is left out stays, null removes it',
    params: Params,
    body: PriceSetting,
    answer: ProductAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ params, body, user }) => {
      const product = await updatePrice(db, { actorId: user.id, productId: params.id }, body)
      const warning = productWarnings(settings.current())(product)
      return { message: 'Price updated successfully!', product, warning }
    },
  })
  registerStock(api, db)
}

function registerStock(api: ShopServer, db: Db): void {
  const message = 'Stock updated successfully!'
  const step = (path: string, summary: string, change: (change: Change, size?: string) => Promise<AdminProduct>) =>
    route(api, `PATCH ${path}`, {
      audience: 'admin',
      summary,
      params: Params,
      query: SizeQuery,
      body: SizeChoice,
      answer: ProductAnswer,
      errors: ['not_found', 'conflict'],
      outdates: [CATALOGUE],
      handle: async ({ params, query, body, user }) => {
        const product = await change({ actorId: user.id, productId: params.id }, body?.size ?? query.size)
        return { message, product }
      },
    })
  step('/products/add-stock/:id', 'One piece more, of the named size or of the first', (change, size) =>
    addStock(db, change, size),
  )
  step('/products/reduce-stock/:id', 'One piece less, of the named size or of the one that has most', (change, size) =>
    reduceStock(db, change, size),
  )
  route(api, 'PATCH /products/set-stock/:id', {
    audience: 'admin',
    summary: 'Sets the stock of the named size, or of the whole product',
    params: Params,
    query: SizeQuery,
    body: StockSetting,
    answer: ProductAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ params, query, body, user }) => {
      const setting = { ...body, size: body.size ?? query.size }
      const product = await setStockTo(db, { actorId: user.id, productId: params.id }, setting)
      return { message, product }
    },
  })
}
