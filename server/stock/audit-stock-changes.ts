import type { Db } from '#server/db/database.ts'

import { recordChanges } from '#server/audit/service.ts'
import type { NamedSize } from '#server/stock/bill-queries.ts'

/** A size as a sentence names it. */
export const inWords = ({ productName, size }: NamedSize) => (size === '' ? productName : `${productName}, ${size}`)

/** One entry of the audit log for each product, with the shelves of its sizes before and after. */
export async function auditStockChanges(
  db: Db,
  actorId: string,
  action: string,
  changed: readonly { size: NamedSize; from: number; to: number }[],
  after: Record<string, string>,
): Promise<void> {
  const products = Map.groupBy(changed, ({ size }) => size.productId)
  const entries = [...products].map(([productId, sizes]) => ({
    actorId,
    action,
    subject: ['product', productId] as const,
    before: { sizes: sizes.map(({ size, from }) => ({ size: size.size, stock: from })) },
    after: { sizes: sizes.map(({ size, to }) => ({ size: size.size, stock: to })), ...after },
  }))
  await recordChanges(db, entries)
}
