import type { ListCalls } from '#app/admin/list/list-calls.ts'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { DEFAULTED_NAMES } from '#contract/catalogue/product-fields.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const failed = WORDINGS.fallback

/** Moves a category in the order of this moment. Nothing is said about it: it is seen. */
async function move(api: AdminApi, id: string, by: 1 | -1): Promise<object> {
  const ids = (await api.listAdminCategories()).categories.map(({ _id }) => _id)
  const from = ids.indexOf(id)
  await api.sortCategories(moveInList(ids, from, Math.max(0, from + by)))
  return {}
}

/** What can be changed on the page of the categories. */
export const CATEGORY_CALLS: ListCalls = {
  up: { call: (api, { id }) => move(api, id, -1), failed },
  down: { call: (api, { id }) => move(api, id, 1), failed },
  delete: { call: (api, { text }) => api.deleteCategory(text('name')), failed: ADMIN_WORDINGS.deleteCategoryFailed },
  rename: { call: (api, { id, text }) => api.renameCategory(id, text('name')), failed },
  returnDays: {
    call: (api, { id, text }) => {
      const typed = text('returnDays').trim()
      return api.changeReturnDays({ _id: id, returnDays: typed === '' ? null : Number(typed) })
    },
    failed,
    isInForm: true,
  },
  details: {
    call: (api, { id, text }) => {
      const written = DEFAULTED_NAMES.map((name) => [name, text(name).trim()] as const)
      const defaults = Object.fromEntries(written.filter(([, value]) => value !== ''))
      return api.changeCategoryDefaults({ _id: id, defaults })
    },
    failed,
  },
}
