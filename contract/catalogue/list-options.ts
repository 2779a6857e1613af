/** Products on a page of a list, unless the caller says otherwise. */
export const DEFAULT_LIMIT = 12
/** The most products that a list without page and limit answers. */
export const MAX_LIST = 5000
/** The specified ones come first. */
export const SORTS = ['name', 'price-asc', 'price-desc', 'newest', 'best-sold', 'discount', 'origin'] as const
export type Sort = (typeof SORTS)[number]
/**
 * low: 1 to the threshold in all sizes together. out: none. gaps: some size has none while another has. low-sizes: some
 * size has at most the threshold, or none.
 */
export const STOCK_FILTERS = ['low', 'out', 'gaps', 'low-sizes'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
/** all: everything but deleted products. */
export const PRODUCT_STATES = ['all', 'on sale', 'draft', 'deleted'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
/** Other shops whose exports are understood. */
export const OTHER_SHOPS = ['shopify', 'woocommerce'] as const
export type OtherShop = (typeof OTHER_SHOPS)[number]
/** What counts of a stock that has changed both in a sheet and in the shop. */
export const STOCK_CONFLICTS = ['sheet', 'difference', 'shop'] as const
/** How the owner's list may be sorted; a minus reverses the order. Prices are those that are paid. */
export const ADMIN_SORTS = ['name', '-name', 'price', '-price', 'stock', '-stock', 'created', '-created'] as const
export type AdminSort = (typeof ADMIN_SORTS)[number]
