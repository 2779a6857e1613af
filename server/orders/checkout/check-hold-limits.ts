import type { Db } from '#server/db/database.ts'

import { rateLimited } from '#server/errors.ts'
import { findHoldWaits, lockNetwork } from '#server/orders/checkout/hold-limit-queries.ts'

function refusal(waitSeconds: number, why: string) {
  const minutes = waitSeconds <= 90 ? 'a minute' : `${Math.ceil(waitSeconds / 60)} minutes`
  return rateLimited(Math.max(waitSeconds, 1), `${why} Please try again in ${minutes}.`)
}

/**
 * Throws `rate_limited` with the seconds to wait if this account let too many holds end unpaid, or if too many are open
 * in its network (`hold-time-and-limits.ts`). Call it in the transaction that opened the hold, after all its other
 * locks.
 */
export async function checkHoldLimits(db: Db, holder: { userId: string; network: string | undefined }): Promise<void> {
  if (holder.network !== undefined) await lockNetwork(db, holder.network)
  const { accountSeconds, networkSeconds } = await findHoldWaits(db, holder)
  if (accountSeconds !== null) throw refusal(accountSeconds, 'Several payments were begun and not finished.')
  if (networkSeconds !== null) throw refusal(networkSeconds, 'Too many payments are open from your network.')
}
