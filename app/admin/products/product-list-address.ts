import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { ADMIN_SORTS } from '#contract/catalogue/lists/sort-orders.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import { PRODUCT_STATES, STOCK_FILTERS } from '#contract/catalogue/lists/admin-product-filters.ts'
import type { AdminSort } from '#contract/catalogue/lists/sort-orders.ts'
import type { ProductState, StockFilter } from '#contract/catalogue/lists/admin-product-filters.ts'

export const PRODUCTS = '/admin/products'
export const LIMITS = [12, 48, 100] as const

/** What the products' page shows, as its address says it. */
export interface ProductView {
  search: string | undefined
  category: string | undefined
  stock: StockFilter | undefined
  /** Up to how many pieces count as low; undefined for what the settings say. */
  threshold: number | undefined
  state: ProductState
  sort: AdminSort | undefined
  limit: number
  page: number
}

function thresholdIn(query: URLSearchParams): number | undefined {
  const written = query.get('threshold')
  const threshold = Number(written)
  return written && Number.isInteger(threshold) && threshold >= 0 && threshold <= 1000 ? threshold : undefined
}

export function viewOf(url: string): ProductView {
  const query = new URL(url).searchParams
  return {
    search: wordsIn(query, 'search'),
    category: wordsIn(query, 'category'),
    stock: choiceIn(query, 'stock', STOCK_FILTERS),
    threshold: thresholdIn(query),
    state: choiceIn(query, 'state', PRODUCT_STATES) ?? 'all',
    sort: choiceIn(query, 'sort', ADMIN_SORTS),
    limit: LIMITS.find((limit) => String(limit) === query.get('limit')) ?? DEFAULT_LIMIT,
    page: pageIn(query),
  }
}

/** Whether this filter depends on how many pieces count as low. */
export const hasThreshold = (stock: StockFilter | undefined) => stock === 'low' || stock === 'low-sizes'

/** The filters and the order of a view as the API takes them, without the page. */
export function filtersOf({ threshold, page: _page, limit: _limit, ...query }: ProductView) {
  return { ...query, ...(hasThreshold(query.stock) && threshold !== undefined && { threshold }) }
}

/** The address of a CSV file with all pages of a list; undefined where the list shows every product. */
export function exportAddress(view: ProductView): string | undefined {
  const { search, category, stock, state } = view
  const isNarrowed = Boolean(search || category || stock) || state !== 'all'
  return isNarrowed ? listAddress('/api/admin/products/export', filtersOf(view)) : undefined
}

/** The address of a view. Defaults are left out. */
export function addressOf({ state, limit, threshold, ...view }: Partial<ProductView>): string {
  return listAddress(PRODUCTS, {
    ...view,
    threshold: hasThreshold(view.stock) ? threshold : undefined,
    state: state === 'all' ? undefined : state,
    limit: limit === DEFAULT_LIMIT ? undefined : limit,
  })
}

/** The first view groups everything by category; a search or a filter shows one list. */
export function isByCategory({ search, category, stock, state, sort, limit }: ProductView): boolean {
  return !search && !category && !stock && state === 'all' && !sort && limit === DEFAULT_LIMIT
}
