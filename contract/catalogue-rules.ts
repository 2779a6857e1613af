/** Products on a page of a list, unless the caller says otherwise. */
export const DEFAULT_LIMIT = 12
/** The most products that a list without page and limit answers. */
export const MAX_LIST = 5000
export const MAX_SIZES = 20
export const MAX_STOCK = 1_000_000
/** Above this many pieces the stock word is plain 'In Stock'. */
export const IN_STOCK_ABOVE = 10
/** A featured row needs at least this many products in its category. */
export const FEATURED_MINIMUM = 5
/** The most products of a featured row. */
export const FEATURED_MAXIMUM = 10
/** The pages with featured rows. */
export const FEATURED_PLACES = ['home', 'product'] as const
export type FeaturedPlace = (typeof FEATURED_PLACES)[number]
/** The categories of the featured rows, in order. */
export const FEATURED_SLUGS = ['shirts', 't-shirts', 'pants', 'co-ords', 'lowers'] as const
export type FeaturedSlug = (typeof FEATURED_SLUGS)[number]
/** Of how many products a row is chosen. Only home has more shirts to choose from. */
export const featuredLimit = (slug: FeaturedSlug, place: FeaturedPlace): number =>
  slug === 'shirts' && place === 'home' ? 30 : FEATURED_MAXIMUM

export const SORTS = ['name', 'price-asc', 'price-desc'] as const
export type Sort = (typeof SORTS)[number]

/** Up to this many pieces a product, or a size of one, counts as low on stock, unless the caller says otherwise. */
export const LOW_STOCK = 5
/**
 * low: 1 to the threshold in all sizes together. out: none. gaps: some size has none while another has. low-sizes: some
 * size has at most the threshold, or none.
 */
export const STOCK_FILTERS = ['low', 'out', 'gaps', 'low-sizes'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
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
