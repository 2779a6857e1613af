/** Products on a page of a list, unless the caller says otherwise. */
export const DEFAULT_LIMIT = 12
/** The most products that a list without page and limit answers. */
export const MAX_LIST = 5000
export const MAX_SIZES = 20
export const MAX_STOCK = 1_000_000
/** Above this many pieces the stock word is plain 'In Stock'. */
export const IN_STOCK_ABOVE = 10
export const SORTS = ['name', 'price-asc', 'price-desc', 'origin'] as const
export type Sort = (typeof SORTS)[number]

/** Up to this many pieces a product, or a size of one, counts as low on stock, unless the caller says otherwise. */
export const LOW_STOCK = 5
/**
 * low: 1 to the threshold in all sizes together. out: none. gaps: some size has none while another has. low-sizes: some
 * size has at most the threshold, or none.
 */
export const STOCK_FILTERS = ['low', 'out', 'gaps', 'low-sizes'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
/** all: what exists, which is all but what was deleted. */
export const PRODUCT_STATES = ['all', 'on sale', 'draft', 'deleted'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
/** The orders of the owner's list; a minus turns one round. Prices are those that are paid. */
export const ADMIN_SORTS = ['name', '-name', 'price', '-price', 'stock', '-stock', 'created', '-created'] as const
export type AdminSort = (typeof ADMIN_SORTS)[number]
/** The most products of one bulk change. */
export const MAX_BULK = 200

/** Lower case, without spaces, slashes or anything else that an address would have to escape. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}
