import type { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import type { RuleTested } from '#server/catalogue/search/listing.ts'

import { paiseFromRupees } from '#contract/units/money.ts'
import { DAY_MS } from '#contract/units/time-units.ts'
import { matches, type Filters } from '#server/catalogue/search/filters.ts'

const lowered = (values: readonly string[] | undefined) =>
  values?.length ? new Set(values.map((value) => value.toLowerCase())) : undefined

const paise = (rupees: number | undefined) => (rupees === undefined ? undefined : paiseFromRupees(rupees))

/** The rule as the filters of a list, which know nothing of time. */
const filtersOf = (rule: CollectionRule): Filters => ({
  categories: lowered(rule.categories),
  colours: lowered(rule.colours),
  fits: lowered(rule.fits),
  fabrics: lowered(rule.fabrics),
  tags: lowered(rule.tags),
  lowestPaise: paise(rule.minPrice),
  highestPaise: paise(rule.maxPrice),
  isDiscounted: rule.isReduced || undefined,
  isInStock: rule.isInStock || undefined,
})

/**
 * Tests products by a rule as it is meant at this moment, in milliseconds. This is the only place that says what a rule
 * means.
 */
export function ruleTest(rule: CollectionRule, now: number): (listed: RuleTested) => boolean {
  const filters = filtersOf(rule)
  const since = rule.newDays === undefined ? '' : new Date(now - rule.newDays * DAY_MS).toISOString()
  return (listed) => listed.product.createdAt > since && matches(listed, filters)
}

/** When a product that matches a rule stops to do so if nothing of it changes, in milliseconds. */
export const leavesAt = ({ newDays }: CollectionRule, { product }: RuleTested): number =>
  newDays === undefined ? Infinity : Date.parse(product.createdAt) + newDays * DAY_MS
