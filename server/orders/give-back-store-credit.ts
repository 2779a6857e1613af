import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'

import { newId } from '#server/db/new-id.ts'
import {
  addReturned,
  insertCreditRefund,
  REASON_OF_ORDER,
  requestRefundOfReturned,
  type ReturnedReason,
} from '#server/orders/refund-request-queries.ts'
import { returnCredit } from '#server/accounts/store-credit/service.ts'

interface Returned {
  orderId: string
  amountPaise: number
  reason: ReturnedReason
}

/**
 * Gives the store credit of an order back but for `keptPaise`; what was given back before is not given twice. A
 * document answers it as money, where documents answer money: not for an order that is paid at the door. Call it in the
 * transaction that cancels, before its documents.
 */
export async function returnCreditOf(
  db: Db,
  { id: orderId, checkoutId, creditPaise, cashStatus }: OrderState,
  { keptPaise, actorId }: { keptPaise: number; actorId: string | null },
): Promise<void> {
  if (creditPaise === 0) return
  const paise = await returnCredit(db, checkoutId, keptPaise)
  if (paise === 0 || cashStatus !== null) return
  await insertCreditRefund(db, { id: newId(), orderId, paise, actorId, reason: REASON_OF_ORDER })
}

/**
 * Gives back so much of what was paid for an order online, for pieces that come back, its own or those of an exchange
 * that stands in for them: the same share of its money, by a refund, and of its store credit. What of the money is
 * missing, because it went back at the provider, comes out of the store credit too. Returns the id of the refund. Ask
 * for no more than is left. Lock the order first.
 */
export async function requestRefundOfItems(
  db: Db,
  { id, actorId, ...returned }: Returned & { id: string; actorId: string | null },
): Promise<string> {
  const { orderId, amountPaise, reason } = returned
  const { checkoutId, usedPaise } = await addReturned(db, returned)
  const moneyPaise = await requestRefundOfReturned(db, { id, orderId, actorId, reason })
  const keptPaise = usedPaise - (amountPaise - moneyPaise)
  const paise = usedPaise > 0 ? await returnCredit(db, checkoutId, keptPaise) : 0
  if (moneyPaise + paise !== amountPaise) throw new Error(`order ${orderId} does not give back ${amountPaise} paise`)
  if (paise > 0) await insertCreditRefund(db, { id: moneyPaise > 0 ? newId() : id, orderId, paise, actorId, reason })
  return id
}

/**
 * Gives back the store credit's share of so much of an order for cash, for pieces that come back; the rest is paid by
 * hand. Returns how much. Ask for no more than is left. Lock the order first.
 */
export async function returnCreditOfItems(db: Db, returned: Returned): Promise<number> {
  const { checkoutId, keptPaise } = await addReturned(db, returned)
  return returnCredit(db, checkoutId, keptPaise)
}
