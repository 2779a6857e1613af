import type { CsvChange } from '#contract/catalogue/admin-catalogue.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput } from '#server/catalogue/csv/csv-products.ts'

import { differenceOf } from '#server/catalogue/admin/stored-product.ts'
import { sizeChanges } from '#server/catalogue/csv/size-changes.ts'

interface Change {
  before: StoredProduct | undefined
  after: StoredProduct
  input: Pick<ProductInput, 'source'>
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** What changes a product once its pictures are here, told beside what changes now. */
function laterChanges({ after, input: { source } }: Change): CsvChange[] {
  if (!source) return []
  const [stored, more] = [after.pictures.length, source.newPictures.length]
  return [
    ...(more > 0 ? [{ what: 'pictures', from: String(stored), to: String(stored + more) }] : []),
    ...(source.becomesOnSale && after.isDraft ? [{ what: 'state', from: 'draft', to: 'on sale' }] : []),
  ]
}

/** What the audit log has as one value, and the report size by size. */
const TOLD_BY_SIZE = new Set(['sizes', 'skus', 'barcodes', 'storagePlaces'])

/** What an import changes of a product, as its report tells it; nothing of a new one. */
export function changesOf(change: Change): CsvChange[] {
  const { before, after } = change
  if (!before) return []
  const difference = differenceOf(before, after)
  if (!difference) return laterChanges(change)
  const fields = Object.keys(difference.after).filter((what) => !TOLD_BY_SIZE.has(what))
  return [
    ...fields.map((what) => ({ what, from: words(difference.before[what]), to: words(difference.after[what]) })),
    ...sizeChanges(before, after),
    ...laterChanges(change),
  ]
}
