import { z } from 'zod'

import type { AdminProduct } from '#contract/admin-catalogue.ts'
import type { Change } from '#server/catalogue/admin/save-products.ts'
import type { ProductIndex } from '#server/catalogue/storefront/product-index.ts'
import type { Shop } from '#server/shop.ts'

import {
  CategoryAnswer,
  CategoryName,
  NewCategory,
  PriceSetting,
  SizeChoice,
  SizeQuery,
  StockSetting,
} from '#contract/catalogue.ts'
import { AdminProducts, ProductAnswer } from '#contract/admin-catalogue.ts'
import { AdminProductsQuery } from '#contract/reports.ts'
import { id, messageAnswer, noBody } from '#contract/basic-schemas.ts'
import { ADMIN_WORDINGS } from '#contract/specified-admin-wordings.ts'
import { listProductsByCategory } from '#server/catalogue/admin/admin-list.ts'
import { createCategory, deleteCategory } from '#server/catalogue/categories.ts'
import { deleteProduct } from '#server/catalogue/admin/delete-product.ts'
import { updatePrice } from '#server/catalogue/admin/update-price.ts'
import { productWarnings } from '#server/catalogue/admin/product-warnings.ts'
import { addStock, reduceStock, setStockTo } from '#server/catalogue/admin/change-stock.ts'
import { registerEditRoutes } from '#server/catalogue/admin/edit-routes.ts'
import { registerExport } from '#server/catalogue/csv/csv-routes.ts'
import { registerUpload } from '#server/catalogue/upload-routes.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

const Params = z.object({ id })

/** What administrators do with products and categories. */
export function registerCatalogueAdmin(api: ShopServer, shop: Shop, index: ProductIndex): void {
  registerUpload(api, shop)
  registerExport(api, shop, index)
  registerEditRoutes(api, shop, index)
  registerCategories(api, shop)
  registerProducts(api, shop, index)
  registerStock(api, shop)
}

function registerCategories(api: ShopServer, { db, tags }: Shop): void {
  route(api, 'POST /categories/create', {
    audience: 'admin',
    summary: 'Adds a category',
    body: NewCategory,
    answer: CategoryAnswer,
    status: 201,
    errors: ['conflict'],
    handle: async ({ body, user }) => {
      const category = await createCategory(db, user.id, body.name)
      tags.outdate(CATALOGUE)
      return { message: ADMIN_WORDINGS.categoryCreated, category }
    },
  })
  route(api, 'POST /categories/delete/categ', {
    audience: 'admin',
    summary: 'Takes a category and its products out of the shop',
    body: CategoryName,
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ body, user }) => {
      const message = await deleteCategory(db, user.id, body.category_name)
      tags.outdate(CATALOGUE)
      return { message }
    },
  })
}

function registerProducts(api: ShopServer, { db, tags, settings }: Shop, index: ProductIndex): void {
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
    handle: async ({ params, user }) => {
      const product = await deleteProduct(db, { actorId: user.id, productId: params.id })
      tags.outdate(CATALOGUE)
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
    handle: async ({ params, body, user }) => {
      const product = await updatePrice(db, { actorId: user.id, productId: params.id }, body)
      tags.outdate(CATALOGUE)
      const warning = productWarnings(settings.current())(product)
      return { message: 'Price updated successfully!', product, warning }
    },
  })
}

function registerStock(api: ShopServer, { db, tags }: Shop): void {
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
      handle: async ({ params, query, body, user }) => {
        const product = await change({ actorId: user.id, productId: params.id }, body?.size ?? query.size)
        tags.outdate(CATALOGUE)
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
    handle: async ({ params, query, body, user }) => {
      const setting = { ...body, size: body.size ?? query.size }
      const product = await setStockTo(db, { actorId: user.id, productId: params.id }, setting)
      tags.outdate(CATALOGUE)
      return { message, product }
    },
  })
}
