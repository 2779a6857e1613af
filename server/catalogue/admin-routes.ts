import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { PdfDrawer } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { ColourGroupAnswer, ColourGroupQuery } from '#contract/catalogue/admin-catalogue.ts'
import { SearchSettings, SearchSettingsChange } from '#contract/catalogue/search/search-settings.ts'
import { CATALOGUE, PRICES } from '#server/cache/tags.ts'
import { registerCategories, registerCategoryChanges } from '#server/catalogue/admin/category-routes.ts'
import { registerCollections } from '#server/catalogue/collections/collection-routes.ts'
import { registerProductForms } from '#server/catalogue/admin/product-form-routes.ts'
import { registerLabels } from '#server/catalogue/admin/label-routes.ts'
import { registerProducts, registerProductSearch } from '#server/catalogue/admin/product-routes.ts'
import { registerCsv } from '#server/catalogue/csv/csv-routes.ts'
import { findColourGroups } from '#server/catalogue/lists/colour-siblings.ts'
import { registerPricesInTime, registerSales } from '#server/catalogue/sales/sale-routes.ts'
import { changeSearchSettings, getSearchSettings } from '#server/catalogue/admin/search-settings.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** What administrators do with products, categories and the search. */
export function registerCatalogueAdmin(api: ShopServer, shop: Shop, index: ProductIndex, drawer: PdfDrawer): void {
  registerSearchSettings(api, shop, index)
  route(api, 'GET /admin/colour-groups', {
    audience: 'admin',
    summary: 'Names of colour groups that hold a text, and what is in the group that is called so',
    query: ColourGroupQuery,
    answer: ColourGroupAnswer,
    handle: async ({ query }) => findColourGroups(await index.read(), query.name),
  })
  registerProductForms(api, shop)
  registerCsv(api, shop, index)
  registerLabels(api, shop, drawer)
  registerCategoryChanges(api, shop)
  registerProductSearch(api, shop, index)
  registerCategories(api, shop)
  registerCollections(api, shop, index)
  registerProducts(api, shop, index)
  registerSales(api, shop)
  registerPricesInTime(api, shop, index)
}

/** What the owner sets for search and filters. */
function registerSearchSettings(api: ShopServer, { db }: Shop, index: ProductIndex): void {
  const path = '/admin/search-settings'
  route(api, `GET ${path}`, {
    audience: 'admin',
    summary: 'The synonyms that searches know and the family of each colour',
    answer: SearchSettings,
    handle: () => getSearchSettings(index),
  })
  route(api, `PUT ${path}`, {
    audience: 'admin',
    summary: 'Replaces the synonyms, the chosen families of colours, or both, each as a whole',
    body: SearchSettingsChange,
    maxEntries: 6000,
    answer: SearchSettings,
    outdates: [CATALOGUE, PRICES],
    handle: async ({ body, user }) => {
      await changeSearchSettings(db, user.id, await getSearchSettings(index), body)
      return getSearchSettings(index)
    },
  })
}
