import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type {
  BillsQuery,
  ListedBill,
  MovementsQuery,
  SizePlaces,
  StockCount,
  StockMovement,
  StockQuery,
  StockReport,
  StockReportQuery,
  StockRow,
  SupplierBill,
} from '#contract/stock/stock.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about where every piece is. */
export function stockCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    listStock: (query: StockQuery = {}) => list<StockRow>(withQuery('/admin/stock', query as Query)),
    /** The places of a product's pieces, now or at the end of a day in India. */
    getStock: (productId: string, on?: string) =>
      get<SizePlaces[]>(withQuery(`/admin/stock/${segment(productId)}`, { on })),
    listMovements: (productId: string, query: MovementsQuery = {}) =>
      list<StockMovement>(withQuery(`/admin/stock/${segment(productId)}/movements`, query as Query)),
    countStock: (counted: StockCount) => call<MessageAnswer>('POST', '/admin/stock/count', counted),
    takeIn: (bill: SupplierBill) => call<MessageAnswer>('POST', '/admin/stock/bills', bill),
    listBills: (query: BillsQuery = {}) => list<ListedBill>(withQuery('/admin/stock/bills', query as Query)),
    getStockReport: (query: StockReportQuery = {}) =>
      get<StockReport>(withQuery('/admin/stock/report', query as Query)),
  }
}
