import type { CashState } from '#contract/orders/cash-states.ts'
import type { Db } from '#server/db/database.ts'

import { formatPaise } from '#contract/money.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { getCashPaise, moveCash, publishOrder } from '#server/orders/cash-queries.ts'
import { lockOrder } from '#server/orders/change-status.ts'

/** Why money that a courier pays out for a parcel is not what it should be, and what to do. */
const FINDINGS: Record<Exclude<CashState, 'collected'>, string> = {
  'cash due':
    'This parcel is not noted as delivered yet. If the courier has the money, press “Cash collected” first; else ask them which parcel they paid for.',
  remitted:
    'The money for this parcel has come already. Ask the courier which parcel they meant, and give back what was paid twice.',
  refused: 'Nothing was due for this parcel: it was refused at the door. Ask the courier which parcel they paid for.',
  'nothing due':
    'Nothing was due for this parcel: its order was cancelled. Ask the courier which parcel they paid for.',
}

/**
 * Notes that the courier has paid out what they collected for an order, to the paisa. Throws not-found, and a conflict with what is wrong and what to do:
 * another amount, money that has come already, or that was not due.
 */
export async function remitCash(
  db: Db,
  { orderId, amountPaise, actorId }: { orderId: string; amountPaise: number; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { cashStatus } = await lockOrder(db, { orderId })
    if (cashStatus === null) throw conflict('This order is not paid at the door.')
    if (cashStatus !== 'collected') throw conflict(FINDINGS[cashStatus])
    const duePaise = await getCashPaise(db, orderId)
    if (amountPaise !== duePaise) {
      const [due, paid] = [formatPaise(duePaise), formatPaise(amountPaise)]
      const wrong = `The courier collected ${due} for this parcel and paid out ${paid}.`
      throw conflict(`${wrong} Ask them about the difference, and note the money once all of it has come.`)
    }
    await moveCash(db, { orderId, from: 'collected', to: 'remitted', actorId })
    await publishOrder(db, orderId)
  })
}
