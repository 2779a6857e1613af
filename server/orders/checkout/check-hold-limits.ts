import type { Db } from '#server/db/open.ts'

import { rateLimited } from '#server/errors.ts'
import { findHoldWaits, lockNetwork } from '#server/orders/checkout-queries.ts'

const minutes = (seconds: number) => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

/**
 * Throws `rate_limited` with the seconds to wait if this account let too many holds end unpaid, or if too many are open in its
 * network (`hold-time-and-limits.ts`). Call it in the transaction that opened the hold, after all its other locks.
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
