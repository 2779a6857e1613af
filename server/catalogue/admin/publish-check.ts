import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { DETAIL_NAMES, fieldOf } from '#contract/catalogue/product-fields.ts'
import { givenDetails } from '#server/catalogue/product-from-row.ts'
import { invalidField } from '#server/errors.ts'

/** What decides whether a product may go on sale. */
export interface PublishContext {
  db: Db
  settings: { current(): Pick<Settings, 'isPublishChecked' | 'taxRegistration' | 'turnover'> }
}

const listed = new Intl.ListFormat('en-IN')

/** A product without sizes has one size without a name, which needs no measurements. */
const lacksMeasurements = ({ sizes }: StoredProduct) =>
  sizes.some(({ size, measurements }) => size !== '' && Object.keys(measurements ?? {}).length === 0)

function missingFacts(product: StoredProduct): string[] {
  const values = { ...product.defaults, ...givenDetails(product) }
  const missing = DETAIL_NAMES.filter((name) => fieldOf(name).isObligatory && !values[name])
  return [
    ...missing.map((name) => fieldOf(name).label.toLowerCase()),
    ...(lacksMeasurements(product) ? ['measurements of each size'] : []),
  ]
}

/**
 * Why a draft cannot go on sale, as a sentence that names everything it lacks; undefined if it can. A picture is always
 * needed. With `isChecked` so are the facts that the Legal Metrology (Packaged Commodities) Rules oblige a shop to
 * show.
 */
export function publishBlocker(product: StoredProduct, isChecked: boolean): string | undefined {
  const missing = [...(product.pictures.length === 0 ? ['a picture'] : []), ...(isChecked ? missingFacts(product) : [])]
  return missing.length === 0 ? undefined : `Before it goes on sale it needs: ${listed.format(missing)}.`
}

/** The sentence that names the facts which the law demands and a product lacks; undefined if it has all. */
export function missingFactsWarning(product: StoredProduct): string | undefined {
  const missing = missingFacts(product)
  return missing.length === 0 ? undefined : `A shop has to show what it lacks: ${listed.format(missing)}.`
}

/** Throws invalid (400) if a draft is put on sale and lacks something for it. */
export function checkPublishable(before: StoredProduct, after: StoredProduct, isChecked: boolean): void {
  const reason = before.isDraft && !after.isDraft ? publishBlocker(after, isChecked) : undefined
  if (reason !== undefined) throw invalidField('isDraft', reason)
}
