import type { RefundTo } from '#contract/returns/refund-to.ts'
import type { Db } from '#server/db/database.ts'

import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { getReturn, lockReturn } from '#server/returns/get-return.ts'
import { ENDED_STATUSES } from '#contract/returns/return-states.ts'
import { getRefundSecret, setRefundTo } from '#server/returns/request-queries.ts'
import { openItems } from '#server/returns/return-from-row.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'
import { sealRefundTo } from '#server/returns/sealed-refund-to.ts'

/**
 * Stores where the money of a return goes, sealed. Throws not-found for somebody else's return, and a conflict where the money goes back to its
 * source, is settled, or does not go anywhere.
 */
export async function changeRefundTo(
  db: Db,
  { returnId, refundTo, ...whose }: { orderId: string; returnId: string; userId: string; refundTo: RefundTo },
): Promise<ReturnRow> {
  return inTransaction(db, async (db) => {
    const { isCash, status, leftPaise, lines } = await lockReturn(db, { returnId, ...whose })
    if (!isCash) throw conflict('The money goes back to where you paid from, so no account is needed.')
    const isEnded = ENDED_STATUSES.some((ended) => ended === status)
    const isSettled = leftPaise === 0 || lines.every((line) => openItems(line) === 0)
    if (isEnded || isSettled) throw conflict('Nothing is due for this return.')
    await setRefundTo(db, returnId, sealRefundTo(await getRefundSecret(db), returnId, refundTo))
    return getReturn(db, { returnId })
  })
}
