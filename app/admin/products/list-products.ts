import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { filtersOf, isByCategory, viewOf, type ProductView } from '#app/admin/products/product-list-address.ts'
import type { Groups } from '#app/admin/products/use-products.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { ProductState } from '#contract/catalogue/lists/admin-product-filters.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

const HEADINGS: Record<ProductState, string> = {
  all: 'Products',
  'on sale': 'Products on sale',
  draft: 'Drafts',
  deleted: 'Deleted products',
}

/**
 * One list under one heading, or on the first view every category under its own. A page past the end of a list is
 * answered with the last one: a category's 'See More' leads to its second page, which it may not have.
 */
export async function listProducts(api: AdminApi, view: ProductView) {
  if (isByCategory(view)) {
    const { products } = await api.getAdminProducts({ page: view.page })
    return { groups: products as Groups, page: view.page, total: undefined, lowStock: undefined, totalPages: 1 }
  }
  const list = (page: number) => api.listProductsForAdmin({ ...filtersOf(view), limit: view.limit, page })
  const asked = await list(view.page)
  const isPastEnd = view.page > asked.totalPages && asked.totalPages > 0
  const answer = isPastEnd ? await list(asked.totalPages) : asked
  const heading = answer.category?.name ?? HEADINGS[view.state]
  const groups: Groups = { [heading]: answer.products }
  return {
    groups,
    page: answer.currentPage,
    total: answer.totalProducts,
    lowStock: answer.lowStock,
    totalPages: answer.totalPages,
  }
}

/** The products of this address, and the categories to choose from. */
export async function loadProducts(api: AdminApi, url: string) {
  const asked = viewOf(url)
  const loaded = await loadOrFailure(listProducts(api, asked), ADMIN_WORDINGS.productsFailed)
  const view = { ...asked, page: loaded.answer?.page ?? asked.page }
  return { view, categories: (await api.getCategories()).categories, ...loaded }
}

export type LoadedProducts = Awaited<ReturnType<typeof loadProducts>>
