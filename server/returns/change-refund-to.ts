import type { RefundAccount, RefundTo } from '#contract/returns/refund-to.ts'
import type { Db } from '#server/db/database.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'

import { ENDED_STATUSES } from '#contract/states/return-states.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { getSecret } from '#server/db/secret-queries.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { getReturn, lockReturn } from '#server/returns/get-return.ts'
import { setRefundChoice } from '#server/returns/request-queries.ts'
import { openItems } from '#server/returns/return-from-row.ts'
import { sealRefundTo } from '#server/returns/sealed-refund-to.ts'

const isAccount = (refundTo: RefundTo): refundTo is RefundAccount =>
  refundTo !== 'source' && refundTo !== 'store credit'

/** Throws for an account where the money goes back to its source, and for a source where it was paid at the door. */
export function checkRefundTo(refundTo: RefundTo, takesAccount: boolean): void {
  if (isAccount(refundTo) && !takesAccount) {
    throw invalidField('refundTo', 'The money goes back to where you paid from, so no account is needed.')
  }
  if (refundTo === 'source' && takesAccount) {
    throw invalidField(
      'refundTo',
      'No card or account paid for this order. Please give an account, or choose store credit.',
    )
  }
}

/** Stores where the money of a return goes, an account sealed. Lock its order first. */
export async function keepRefundTo(db: Db, returnId: string, refundTo: RefundTo): Promise<void> {
  const sealed = isAccount(refundTo) ? sealRefundTo(await getSecret(db, 'refund to'), returnId, refundTo) : null
  await setRefundChoice(db, returnId, { refundTo: sealed, asCredit: refundTo === 'store credit' })
}

/** The same as `changeRefundTo`, of a return that was locked in this transaction. */
export async function changeLocked(
  db: Db,
  { id, isCash, status, leftPaise, lines }: ReturnRow,
  refundTo: RefundTo,
): Promise<ReturnRow> {
  checkRefundTo(refundTo, isCash)
  const isEnded = ENDED_STATUSES.some((ended) => ended === status)
  const isSettled = leftPaise === 0 || lines.every((line) => openItems(line) === 0)
  if (isEnded || isSettled) throw conflict('Nothing is due for this return.')
  await keepRefundTo(db, id, refundTo)
  return getReturn(db, { returnId: id })
}

/**
 * Stores where the money of a return goes, for its customer or, with no `userId`, for the staff. Throws not-found for
 * somebody else's return, invalid for an account where the money goes back to its source, and a conflict where it is
 * settled, or does not go anywhere.
 */
export async function changeRefundTo(
  db: Db,
  { returnId, refundTo, ...whose }: { orderId?: string; returnId: string; userId?: string; refundTo: RefundTo },
): Promise<ReturnRow> {
  return inTransaction(db, async (db) => changeLocked(db, await lockReturn(db, { returnId, ...whose }), refundTo))
}
