import type { BulkChange, DetailChange } from '#contract/catalogue/admin-catalogue.ts'
import type { Decide } from '#server/catalogue/admin/bulk-prices.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { fieldOf, LABEL_FACTS, type LabelFacts } from '#contract/catalogue/product-fields.ts'
import { withFields } from '#server/catalogue/admin/stored-product.ts'

const named = (facts: LabelFacts) => LABEL_FACTS.filter((name) => facts[name] !== undefined)

/** The label facts that differ, before and after; undefined if none does. */
export function factsBetween(before: StoredProduct, after: StoredProduct): DetailChange | undefined {
  const names = LABEL_FACTS.filter((name) => before[name] !== after[name])
  const only = (product: StoredProduct): LabelFacts => Object.fromEntries(names.map((name) => [name, product[name]]))
  return names.length === 0 ? undefined : { before: only(before), after: only(after) }
}

/**
 * Gives each product the same label facts, or undoes that: a product gets its former facts back if it still has those
 * that the change gave it.
 */
export function decideFacts(change: Extract<BulkChange, { action: 'facts' | 'set facts' }>): Decide {
  const given = change.action === 'set facts' ? new Map(change.products.map((each) => [each._id, each])) : undefined
  return (product) => {
    const own = given?.get(product.id)
    const facts = change.action === 'facts' ? change.facts : (own?.facts ?? {})
    const other = own && named(own.was).find((name) => own.was[name] !== product[name])
    if (other) {
      return { reason: `Somebody else has changed this meanwhile: ${fieldOf(other).label.toLowerCase()}.` }
    }
    const after = withFields(product, facts)
    return factsBetween(product, after) ? { after } : { reason: 'It says the same already.' }
  }
}
