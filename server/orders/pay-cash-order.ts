import type { Db } from '#server/db/database.ts'
import type { ObservedPayment, RefundReason } from '#server/orders/decide-payment-outcome.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { issueReceipt, type DocumentSeller } from '#server/documents/service.ts'
import { moveCash } from '#server/orders/cash-queries.ts'
import { findCashDue, setPrepaid } from '#server/orders/pay-cash-order-queries.ts'

/** Why a payment in advance does not pay for the order for cash of a locked checkout; undefined if it does. */
export async function refusalOfCashPayment(
  db: Db,
  checkoutId: string,
  { amountPaise }: ObservedPayment,
): Promise<RefundReason | undefined> {
  const due = await findCashDue(db, checkoutId)
  if (!due || due.status === 'cancelled') return 'order ended'
  if (!isUnsentStatus(due.status)) return 'sent for cash'
  return due.duePaise === amountPaise ? undefined : 'amount differs'
}

/**
 * Makes an order for cash one that is paid in advance: its fee for cash is gone, nothing is due at the door, nobody has
 * to confirm it, and it has a receipt. Returns its id. Call it last in the transaction that locked the checkout, once
 * nothing refuses the payment.
 */
export async function becomePrepaid(
  db: Db,
  { checkoutId, payment, seller }: { checkoutId: string; payment: ObservedPayment; seller: DocumentSeller },
): Promise<string> {
  const { id: orderId, userId } = await setPrepaid(db, checkoutId, payment)
  await moveCash(db, { orderId, from: 'cash due', to: 'nothing due', actorId: userId })
  await issueReceipt(db, orderId, seller)
  return orderId
}
