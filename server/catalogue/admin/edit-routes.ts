import { z } from 'zod'

import type { ProductIndex } from '#server/catalogue/storefront/product-index.ts'
import type { Shop } from '#server/shop.ts'

import {
  AdminCategories,
  AdminCategoryAnswer,
  AdminListAnswer,
  AdminListQuery,
  BulkAnswer,
  BulkChange,
  CategoryDefaults,
  CategoryOrder,
  CategoryRenaming,
  EditableAnswer,
  EditableProduct,
  Repricing,
} from '#contract/admin-catalogue.ts'
import { IdempotencyKey } from '#contract/cart.ts'
import { CategoriesAnswer, CategoryAnswer } from '#contract/catalogue.ts'
import { id, noBody } from '#contract/basic-schemas.ts'
import { listProductsForAdmin } from '#server/catalogue/admin/admin-list.ts'
import { changeInBulk, previewPrices } from '#server/catalogue/admin/bulk-change.ts'
import {
  changeCategoryDefaults,
  listAdminCategories,
  renameCategory,
  sortCategories,
} from '#server/catalogue/categories.ts'
import { getEditable } from '#server/catalogue/admin/admin-product.ts'
import { productWarnings } from '#server/catalogue/admin/product-warnings.ts'
import { conflict } from '#server/errors.ts'
import { demandProof } from '#server/http/guards.ts'
import { parseInput, route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

const Params = z.object({ id })

const PRICE_ACTIONS: readonly BulkChange['action'][] = ['price', 'discount', 'set prices']

const changesPrices = ({ action }: BulkChange) => PRICE_ACTIONS.includes(action)

/** What an owner does beyond the specified calls: look for products, edit one, change many, take a deletion back. */
export function registerEditRoutes(api: ShopServer, shop: Shop, index: ProductIndex): void {
  const { db, tags } = shop
  registerCategoryChanges(api, shop)
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
    handle: async ({ params, user }) => {
      const { results } = await changeInBulk(shop, user.id, { action: 'restore', ids: [params.id] })
      tags.outdate(CATALOGUE)
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
    answer: BulkAnswer,
    errors: ['conflict'],
    handle: async ({ body, user, request }) => {
      if (changesPrices(body)) demandProof(user)
      const key = parseInput(IdempotencyKey, request.headers['idempotency-key'])
      const answer = await changeInBulk(shop, user.id, body, key)
      tags.outdate(CATALOGUE)
      return answer
    },
  })
  route(api, 'POST /admin/products/bulk/preview', {
    audience: 'admin',
    summary: 'What a repricing of up to 200 products would make of each price; changes nothing',
    body: Repricing,
    answer: BulkAnswer,
    handle: async ({ body }) => previewPrices(shop, body),
  })
}

function registerCategoryChanges(api: ShopServer, { db, tags }: Shop): void {
  route(api, 'POST /admin/categories/rename', {
    audience: 'admin',
    summary: 'Gives a category another name; its address stays',
    body: CategoryRenaming,
    answer: CategoryAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ body, user }) => {
      const category = await renameCategory(db, user.id, body._id, body.name)
      tags.outdate(CATALOGUE)
      return { message: 'Category renamed successfully!', category }
    },
  })
  route(api, 'GET /admin/categories', {
    audience: 'admin',
    summary: 'The categories, each with the details that its products have unless they have their own',
    answer: AdminCategories,
    handle: async () => ({ categories: await listAdminCategories(db) }),
  })
  route(api, 'POST /admin/categories/defaults', {
    audience: 'admin',
    summary: 'Replaces the details that products of a category have unless they have their own',
    body: CategoryDefaults,
    answer: AdminCategoryAnswer,
    errors: ['not_found'],
    handle: async ({ body, user }) => {
      const category = await changeCategoryDefaults(db, user.id, body)
      tags.outdate(CATALOGUE)
      return { message: `Details of ${category.name} saved.`, category }
    },
  })
  route(api, 'POST /admin/categories/order', {
    audience: 'admin',
    summary: 'Puts the categories in order, in every list and menu',
    body: CategoryOrder,
    answer: CategoriesAnswer,
    errors: ['not_found'],
    handle: async ({ body, user }) => {
      const categories = await sortCategories(db, user.id, body.ids)
      tags.outdate(CATALOGUE)
      return { categories }
    },
  })
}
