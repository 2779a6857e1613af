import type { Return } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'

import { REFUND_DAYS } from '#contract/returns/return-limits.ts'
import { returnFromRow } from '#server/returns/return-from-row.ts'
import { countWaiting, listReturnsOfCustomer } from '#server/returns/return-queries.ts'

export { endExchanges, sendWonExchanges } from '#server/returns/exchange.ts'
export { listSizeFindings } from '#server/returns/reason-queries.ts'
export { forgetReturns } from '#server/returns/forget-queries.ts'
export { sendFetched } from '#server/returns/move-return.ts'

/** Everything that a customer has given back, the oldest first. */
export async function listOwnReturns(db: Db, userId: string): Promise<Return[]> {
  return (await listReturnsOfCustomer(db, userId)).map((row) => returnFromRow(row))
}

/** How many returns wait for what, and how many have waited for their money longer than `REFUND_DAYS`. */
export const countWaitingReturns = (db: Db, { hasSandbox }: { hasSandbox: boolean }) =>
  countWaiting(db, { hasSandbox, days: REFUND_DAYS })
