import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { returnUse } from '#server/offers/service.ts'
import { releaseCredit } from '#server/accounts/store-credit/service.ts'
import { closeCheckout, listExpiredCheckouts } from '#server/orders/holds/hold-queries.ts'

/**
 * Closes an open checkout and returns its stock, the use of its offer and its store credit; false if it was not open.
 * Call it inside a transaction. A payment that arrives later is settled all the same.
 */
export async function releaseHold(db: Db, checkoutId: string, reason: 'replaced' | null = null): Promise<boolean> {
  const held = await closeCheckout(db, checkoutId, reason)
  if (!held) return false
  await movePieces(db, { checkoutId, from: ['held'], to: 'shelf', reason: 'release', actorId: null })
  await returnUse(db, checkoutId)
  if (held.creditPaise > 0) await releaseCredit(db, checkoutId)
  return true
}

const BATCH = 100

/** Returns the stock of holds whose time is over, each in a transaction of its own. */
export async function releaseExpiredHolds({ db, tags }: Pick<Shop, 'db' | 'tags'>): Promise<void> {
  const expired = await listExpiredCheckouts(db, BATCH)
  for (const id of expired) await inTransaction(db, (db) => releaseHold(db, id))
  if (expired.length > 0) tags.outdate(CATALOGUE)
}
