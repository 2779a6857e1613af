/**
 * How shoppers may sort a list; the specified ones come first. `app/catalogue/filters/sort-select.tsx` names them, and
 * `server/catalogue/lists/sort-products.ts` compares.
 */
export const SORTS = ['name', 'price-asc', 'price-desc', 'newest', 'best-sold', 'discount', 'origin'] as const
export type Sort = (typeof SORTS)[number]
/** How the owner's list may be sorted; a minus reverses the order. Prices are those that are paid. */
export const ADMIN_SORTS = ['name', '-name', 'price', '-price', 'stock', '-stock', 'created', '-created'] as const
export type AdminSort = (typeof ADMIN_SORTS)[number]

/**
 * In which order a collection shows its products: `by hand` begins with those that were chosen, and the newest follow.
 */
export const COLLECTION_ORDERS = [
  'by hand',
  'newest',
  'best-sold',
  'discount',
  'name',
  'price-asc',
  'price-desc',
] as const
export type CollectionOrder = (typeof COLLECTION_ORDERS)[number]
