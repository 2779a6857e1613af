import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { rateLimited } from '#server/errors.ts'
import { returnStock } from '#server/inventory/service.ts'
import { returnUse } from '#server/offers/service.ts'
import { closeCheckout, findHoldWaits, listExpiredCheckouts, lockNetwork } from '#server/orders/checkout-queries.ts'

const minutes = (seconds: number) => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

/**
 * Throws `rate_limited` with the seconds to wait if this account let too many holds end unpaid, or if too many are open in its
 * network (`hold-limits.ts`). Call it in the transaction that opened the hold, after all its other locks.
 */
export async function checkHoldLimits(db: Db, holder: { userId: string; network: string | undefined }): Promise<void> {
  if (holder.network !== undefined) await lockNetwork(db, holder.network)
  const { accountSeconds, networkSeconds } = await findHoldWaits(db, holder)
  if (accountSeconds !== null) {
    const wait = Math.max(accountSeconds, 1)
    throw rateLimited(wait, `Several payments were begun and not finished. Please try again in ${minutes(wait)}.`)
  }
  if (networkSeconds !== null) {
    const wait = Math.max(networkSeconds, 1)
    throw rateLimited(wait, `Too many payments are open from your network. Please try again in ${minutes(wait)}.`)
  }
}

/**
 * Closes an open checkout and returns its stock and the use of its offer; false if it was not open. Call it inside a transaction. A payment that arrives
 * later is settled all the same.
 */
export async function releaseHold(db: Db, checkoutId: string, reason: 'replaced' | null = null): Promise<boolean> {
  const lines = await closeCheckout(db, checkoutId, reason)
  if (!lines) return false
  await returnStock(db, { checkoutId, reason: 'release', lines })
  await returnUse(db, checkoutId)
  return true
}

const BATCH = 100

/** Returns the stock of holds whose time is over, each in a transaction of its own. */
export async function releaseExpiredHolds({ db, tags }: Pick<Shop, 'db' | 'tags'>): Promise<void> {
  const expired = await listExpiredCheckouts(db, BATCH)
  for (const id of expired) await inTransaction(db, (db) => releaseHold(db, id))
  if (expired.length > 0) tags.outdate(CATALOGUE)
}
