import type { Shop } from '#server/start/shop.ts'

import {
  AdminCategories,
  AdminCategoryAnswer,
  CategoryDefaults,
  CategoryOrder,
  CategoryReturnDays,
  CategoryRenaming,
} from '#contract/catalogue/admin-categories.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { CategoriesAnswer, CategoryAnswer, CategoryName, NewCategory } from '#contract/catalogue/catalogue.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { OLD_ADDRESSES_TAG } from '#server/catalogue/old-addresses/service.ts'
import {
  changeCategoryDefaults,
  changeReturnDays,
  createCategory,
  deleteCategory,
  listCountedCategories,
  renameCategory,
  sortCategories,
} from '#server/catalogue/categories.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Creates and deletes categories. */
export function registerCategories(api: ShopServer, { db }: Shop): void {
  route(api, 'POST /categories/create', {
    audience: 'admin',
    summary: 'Adds a category',
    body: NewCategory,
    answer: CategoryAnswer,
    status: 201,
    errors: ['conflict'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => {
      const category = await createCategory(db, user.id, body.name)
      return { message: ADMIN_WORDINGS.categoryCreated, category }
    },
  })
  route(api, 'POST /categories/delete/categ', {
    audience: 'admin',
    summary: 'Takes a category and its products out of the shop',
    body: CategoryName,
    answer: messageAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => {
      const message = await deleteCategory(db, user.id, body.category_name)
      return { message }
    },
  })
}

/** Changes the names, defaults and order of categories. */
export function registerCategoryChanges(api: ShopServer, { db }: Shop): void {
  route(api, 'POST /admin/categories/rename', {
    audience: 'admin',
    summary: 'Gives a category another name; its address stays',
    body: CategoryRenaming,
    answer: CategoryAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE, OLD_ADDRESSES_TAG],
    handle: async ({ body, user }) => {
      const category = await renameCategory(db, user.id, body._id, body.name)
      return { message: 'Category renamed successfully!', category }
    },
  })
  route(api, 'GET /admin/categories', {
    audience: 'admin',
    summary:
      'The categories, each with the number of its products, and the details that these have unless they have their own',
    answer: AdminCategories,
    handle: async () => ({ categories: await listCountedCategories(db) }),
  })
  route(api, 'POST /admin/categories/defaults', {
    audience: 'admin',
    summary: 'Replaces the details that products of a category have unless they have their own',
    body: CategoryDefaults,
    answer: AdminCategoryAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => {
      const category = await changeCategoryDefaults(db, user.id, body)
      return { message: `Details of ${category.name} saved.`, category }
    },
  })
  route(api, 'POST /admin/categories/return-days', {
    audience: 'admin',
    summary:
      'Sets until how many days after delivery products of a category may come back that are bought from now on, or leaves that to the shop',
    body: CategoryReturnDays,
    answer: AdminCategoryAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => {
      const category = await changeReturnDays(db, user.id, body)
      return { message: `Returns of ${category.name} saved.`, category }
    },
  })
  route(api, 'POST /admin/categories/order', {
    audience: 'admin',
    summary: 'Puts the categories in order, in every list and menu',
    body: CategoryOrder,
    maxEntries: 1000,
    answer: CategoriesAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => {
      const categories = await sortCategories(db, user.id, body.ids)
      return { categories }
    },
  })
}
