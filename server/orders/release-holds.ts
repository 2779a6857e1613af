import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { closeCheckout, listExpiredCheckouts } from '#server/orders/checkout-queries.ts'
import { LONGEST_HOLD_SECONDS } from '#server/orders/hold-limits.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { returnStock } from '#server/inventory/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

const BATCH = 100

/**
 * Closes an open checkout and gives its stock back; false when it was not open. To be called inside a transaction. A
 * payment that arrives later is settled all the same.
 */
export async function releaseHold(db: Db, checkoutId: string, reason: 'replaced' | null = null): Promise<boolean> {
  const lines = await closeCheckout(db, checkoutId, reason)
  if (!lines) return false
  await returnStock(db, { checkoutId, reason: 'release', lines })
  return true
}

/** Gives back what is held for longer than a hold lasts; each checkout in a transaction of its own. */
export async function releaseExpiredHolds({ db, tags }: Pick<Shop, 'db' | 'tags'>): Promise<void> {
  const expired = await listExpiredCheckouts(db, BATCH, LONGEST_HOLD_SECONDS)
  for (const id of expired) await inTransaction(db, (db) => releaseHold(db, id))
  if (expired.length > 0) tags.outdate(CATALOGUE)
}
