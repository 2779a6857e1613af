import { listAddress } from '#app/admin/list/query-parameters.ts'
import type { StockPlace } from '#contract/stock/stock-places.ts'

export const STOCK = '/admin/stock'
export const STOCK_REPORT = `${STOCK}/report`
export const BILLS = `${STOCK}/bills`
export const TAKE_IN = `${STOCK}/take-in`

/** The address of a product's movements: those of one size, of one place, until one day. */
export const movementsAddress = (
  productId: string,
  chosen: { size?: string | undefined; place?: StockPlace | undefined; on?: string | undefined; page?: number } = {},
) => listAddress(`${STOCK}/${productId}`, chosen)

/** The pages about the stock as a whole. */
export const stockTabs = (current: string) => ({
  label: 'Stock',
  tabs: [
    { label: 'Pieces', to: STOCK, isCurrent: current === STOCK },
    { label: 'Report', to: STOCK_REPORT, isCurrent: current === STOCK_REPORT },
    { label: 'Bills', to: BILLS, isCurrent: current === BILLS },
  ],
})
