import type { BulkAnswer } from '#contract/catalogue/admin-catalogue.ts'
import type { PublishContext } from '#server/catalogue/admin/publish-check.ts'

import { changeInBulk } from '#server/catalogue/admin/bulk-change.ts'
import { pricesOf } from '#server/catalogue/admin/stored-product.ts'
import { listStored } from '#server/catalogue/admin/stored-product-queries.ts'
import { listPriceChanges } from '#server/catalogue/admin/undo-prices-queries.ts'
import { notFound } from '#server/errors.ts'

const MAX_NAMED = 3

/** Which products keep their prices. Empty where none does. */
function keptInWords(results: BulkAnswer['results']): string {
  const kept = results.filter(({ isDone }) => !isDone).map(({ _id, name }) => name || _id)
  if (kept.length === 0) return ''
  const rest = kept.length - MAX_NAMED
  return ` Changed since: ${kept.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/**
 * Gives the products of a change of prices their earlier prices back, by an entry of the audit log: all that changed
 * together with it. A product whose prices have changed since stays as it is; the message names it, and the answer has
 * the reason. Throws not-found for an entry about anything else.
 */
export async function undoPrices(shop: PublishContext, actorId: string, entryId: number): Promise<BulkAnswer> {
  const changes = await listPriceChanges(shop.db, entryId)
  if (changes.length === 0) throw notFound('Change of prices')
  const stored = await listStored(
    shop.db,
    changes.map(({ productId }) => productId),
  )
  const present = new Map(stored.map((product) => [product.id, pricesOf(product)]))
  const products = changes.flatMap(({ productId, before, after }) => {
    const prices = present.get(productId)
    if (!prices) return []
    const was = { ...prices, ...after }
    return [{ _id: productId, ...was, ...before, was }]
  })
  const { message, results } = await changeInBulk(shop, actorId, { action: 'set prices', products })
  return { message: message + keptInWords(results), results }
}
