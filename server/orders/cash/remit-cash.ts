import type { Db } from '#server/db/database.ts'

import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { getCash, moveCash, publishOrder } from '#server/orders/cash-queries.ts'
import { isSamePayment, remittanceDifference, type Remittance } from '#server/orders/cash/remittance-differences.ts'
import { lockOrder, MOVED_MEANWHILE } from '#server/orders/change-status.ts'

/**
 * Notes that the courier has paid out what they collected for an order, to the paisa. Answers false if this very
 * payment has been noted before. Throws not-found, and a conflict with what is wrong and what to do: another amount,
 * money that has come already, or that was not due. Staff call it for one order, by its tracking number, and a sheet of
 * the courier for many (`cash-admin-routes.ts`, `import-remittance.ts`).
 */
export async function remitCash(
  db: Db,
  { orderId, actorId, ...remittance }: Remittance & { orderId: string; actorId: string },
): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { cashStatus } = await lockOrder(db, { orderId })
    if (cashStatus === null) throw conflict('This order is not paid at the door.')
    const cash = { status: cashStatus, ...(await getCash(db, orderId)) }
    if (isSamePayment(cash, remittance)) return false
    const difference = remittanceDifference(cash, remittance)
    if (difference) throw conflict(difference.reason)
    const { reference, sheet } = remittance
    const isMoved = await moveCash(db, { orderId, from: 'collected', to: 'remitted', actorId, reference, sheet })
    if (!isMoved) throw conflict(MOVED_MEANWHILE)
    await publishOrder(db, orderId)
    return true
  })
}
