import type { CollectionPreview } from '#contract/catalogue/collections/collections.ts'
import type { CollectionTerms, Listing } from '#server/catalogue/search/listing.ts'

import { PREVIEWED_PRODUCTS } from '#contract/catalogue/collections/collection-limits.ts'
import { cardOf } from '#server/catalogue/lists/featured-rows.ts'

/** What the owner should know of a collection that has so many of all products on sale. */
function noteOn({ rule }: Pick<CollectionTerms, 'rule'>, count: number, total: number): string | undefined {
  if (count === 0) {
    return rule
      ? 'No product on sale matches this rule now. The collection fills as soon as one does.'
      : 'None of its products is on sale now.'
  }
  return rule && count === total ? 'This rule matches every product on sale.' : undefined
}

/** What is on sale of a collection now, saved or not. */
export function previewCollection(listing: Listing, terms: CollectionTerms): CollectionPreview {
  const found = listing.collections.productsBy(terms)
  const total = listing.inOrder('name').length
  return {
    count: found.length,
    total,
    note: noteOn(terms, found.length, total),
    products: found.slice(0, PREVIEWED_PRODUCTS).map(({ product }) => cardOf(product)),
  }
}
