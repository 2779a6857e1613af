import type { RuleChoices } from '#contract/catalogue/collections/collections.ts'
import type { Listing } from '#server/catalogue/search/listing.ts'

import { FABRIC_NAMES } from '#server/catalogue/search/fabrics.ts'

/**
 * A form offers this many tags: a shop from elsewhere may have thousands, and more than these are typed sooner than
 * found.
 */
const OFFERED_TAGS = 200

/** Each word once, in its last spelling. */
const spelt = (words: readonly string[]) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]

/** The fits, fabrics and tags that a rule may name. */
export function ruleChoices(listing: Listing): RuleChoices {
  const products = listing.inOrder('name')
  return {
    fits: spelt(products.flatMap(({ fit }) => fit ?? [])).toSorted(),
    fabrics: [...FABRIC_NAMES],
    tags: spelt(products.flatMap(({ tags }) => tags))
      .toSorted()
      .slice(0, OFFERED_TAGS),
  }
}
