import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { closeCheckout, listExpiredCheckouts } from '#server/orders/paying/checkout-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { returnStock } from '#server/stock/service.ts'

const BATCH = 100
/** A hold that has more than this left was made before the clock was set back: a minute more than any hold is given. */
const LONGEST_SECONDS = 16 * 60

/**
 * Closes an open checkout and gives its stock back; false when it was not open. To be called inside a transaction. A
 * payment that arrives later is settled all the same.
 */
export async function releaseCheckout(db: Db, checkoutId: string): Promise<boolean> {
  const lines = await closeCheckout(db, checkoutId)
  if (!lines) return false
  await returnStock(db, { checkoutId, reason: 'release', lines })
  return true
}

/** Gives back what is held longer than 15 minutes; each checkout in a transaction of its own. */
export async function releaseExpired({ db, revision }: Pick<Shop, 'db' | 'revision'>): Promise<void> {
  const expired = await listExpiredCheckouts(db, BATCH, LONGEST_SECONDS)
  for (const id of expired) await inTransaction(db, (db) => releaseCheckout(db, id))
  if (expired.length > 0) revision.bump()
}
