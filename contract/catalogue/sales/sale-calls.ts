import type {
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
  ShopAtQuery,
} from '#contract/catalogue/sales/sales.ts'
import type { ProductDetail, ProductListAnswer } from '#contract/catalogue/catalogue.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area that plan sales and show the prices of a moment. */
export function saleCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    listSales: (query: SaleListQuery = {}) => list<ListedSale>(withQuery('/admin/sales', query as Query)),
    getSale: (id: string) => get<Sale>(`/admin/sales/${segment(id)}`),
    createSale: (sale: SaleInput) => call<SaleAnswer>('POST', '/admin/sales', sale),
    editSale: (id: string, change: SaleChange) => call<SaleAnswer>('PATCH', `/admin/sales/${segment(id)}`, change),
    /** False takes it back. */
    stopSale: (id: string, isStopped: boolean) =>
      call<SaleAnswer>('POST', `/admin/sales/${segment(id)}/stop`, { isStopped }),
    previewSale: (question: SalePreviewQuestion) => call<SalePreview>('POST', '/admin/sales/preview', question),
    /** The list and a product of the storefront as they are to be at a moment. */
    listProductsAt: (query: ShopAtQuery) => get<ProductListAnswer>(withQuery('/admin/shop-at', query as Query)),
    getProductAt: (id: string, at: string) => get<ProductDetail>(withQuery(`/admin/shop-at/${segment(id)}`, { at })),
    getPriceHistory: (id: string, query: PriceHistoryQuery = {}) =>
      get<PriceHistory>(withQuery(`/admin/products/${segment(id)}/prices`, query as Query)),
  }
}
