import type { Db } from '#server/db/open.ts'

import { rateLimited } from '#server/errors.ts'
import { NETWORK_HOLDS, UNPAID_HOLDS, UNPAID_WINDOW_SECONDS } from '#server/orders/hold-limits.ts'
import { findHoldWaits, lockNetwork } from '#server/orders/checkout/hold-queries.ts'

const minutes = (seconds: number) => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

/**
 * Throws `rate_limited` with the seconds to wait where this account let too many holds end unpaid, or too many are open in
 * its network. To be called in the transaction that opened the hold, after everything else in it has been locked.
 */
export async function checkHolds(db: Db, holder: { userId: string; network: string | undefined }): Promise<void> {
  if (holder.network !== undefined) await lockNetwork(db, holder.network)
  const { accountSeconds, networkSeconds } = await findHoldWaits(
    db,
    { userId: holder.userId, network: holder.network ?? null },
    { unpaidHolds: UNPAID_HOLDS, unpaidWindowSeconds: UNPAID_WINDOW_SECONDS, networkHolds: NETWORK_HOLDS },
  )
  if (accountSeconds !== null) {
    const wait = Math.max(accountSeconds, 1)
    throw rateLimited(wait, `Several payments were begun and not finished. Please try again in ${minutes(wait)}.`)
  }
  if (networkSeconds !== null) {
    const wait = Math.max(networkSeconds, 1)
    throw rateLimited(wait, `Too many payments are open from your network. Please try again in ${minutes(wait)}.`)
  }
}
