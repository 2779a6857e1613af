import type { Sort } from '#contract/catalogue/lists/sort-orders.ts'
import type { Listing, Named, Sortable } from '#server/catalogue/search/listing.ts'

import { compareAges, compareSales } from '#server/catalogue/search/search.ts'

const byId = (a: Named, b: Named) => (a.product._id < b.product._id ? -1 : 1)
/** The order of lists by name. */
export const compareNames = (a: Named, b: Named): number =>
  a.sortKey === b.sortKey ? byId(a, b) : a.sortKey < b.sortKey ? -1 : 1
export const sortKeyOf = ({ sortName }: { sortName: string }): string => Buffer.from(sortName).toString('latin1')
/** Products without a country come last. */
function compareOrigins(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1
  return a < b ? -1 : 1
}
type Sold = Pick<Listing, 'soldPlaces'>
const ORDERS: Record<Sort, (sold: Sold) => (a: Sortable, b: Sortable) => number> = {
  name: () => compareNames,
  'price-asc': () => (a, b) => a.paidPaise - b.paidPaise || byId(a, b),
  'price-desc': () => (a, b) => b.paidPaise - a.paidPaise || byId(a, b),
  newest: () => compareAges,
  'best-sold': compareSales,
  discount: () => (a, b) => b.discount - a.discount || compareAges(a, b),
  origin: () => (a, b) => compareOrigins(a.origin, b.origin) || compareNames(a, b),
}

export const sortProducts = <P extends Sortable>(products: Iterable<P>, sort: Sort, sold: Sold): P[] =>
  [...products].toSorted(ORDERS[sort](sold))
