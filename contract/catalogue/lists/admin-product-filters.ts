/**
 * low: 1 to the threshold in all sizes together. out: none. gaps: some size has none while another has. low-sizes: some
 * size has at most the threshold, or none.
 */
export const STOCK_FILTERS = ['low', 'out', 'gaps', 'low-sizes'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
/** all: everything but deleted products. */
export const PRODUCT_STATES = ['all', 'on sale', 'draft', 'deleted'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
