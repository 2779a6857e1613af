import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Listing } from '#server/catalogue/search/listing.ts'

import { DAY_MS } from '#contract/units/time-units.ts'

const NEW_DAYS = 30
/** Where more of the shop than this is as new, it says nothing of a product. */
const MOST_NEW = 0.25

/** Marks the products that came in the last 30 days, unless most of the shop did. */
export function markNew(listing: Listing, products: readonly Product[], now: number): Product[] {
  const since = new Date(now - NEW_DAYS * DAY_MS).toISOString()
  const isNew = ({ createdAt }: Product) => createdAt > since
  if (!products.some(isNew)) return [...products]
  const byAge = listing.inOrder('newest')
  const firstOfTheRest = byAge[Math.floor(byAge.length * MOST_NEW)]
  if (firstOfTheRest && isNew(firstOfTheRest.product)) return [...products]
  return products.map((product) => (isNew(product) ? { ...product, isNew: true } : product))
}
