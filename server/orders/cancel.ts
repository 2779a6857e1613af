import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { conflict } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'
import { listHeldLines } from '#server/orders/checkout-queries.ts'
import { findOrderState, insertRefund, moveOrder, type OrderState } from '#server/orders/status-queries.ts'
import { returnStock } from '#server/inventory/service.ts'

/** Moves an order one step, with its row in the audit log. Throws a conflict when it is no longer where it was. */
export async function step(db: Db, order: OrderState, to: OrderState['status'], actorId: string | null): Promise<void> {
  const isMoved = await moveOrder(db, { orderId: order.id, from: order.status, to, actorId })
  if (!isMoved) throw conflict('Somebody else has just changed this order.')
  await recordChange(db, {
    actorId,
    action: `order.${to}`,
    subjectType: 'order',
    subjectId: order.id,
    before: { status: order.status },
    after: { status: to },
  })
}

async function askMoneyBack(db: Db, { id: orderId, payment }: OrderState, actorId: string | null): Promise<void> {
  if (payment?.status !== 'captured') return
  const refund = { id: newId(), orderId, paymentId: payment.id, amountPaise: payment.amountPaise }
  if (!(await insertRefund(db, { ...refund, reason: 'order cancelled' }))) return
  await recordChange(db, {
    actorId,
    action: 'refund.requested',
    subjectType: 'refund',
    subjectId: refund.id,
    after: { paymentId: payment.id, amountPaise: payment.amountPaise, reason: 'order cancelled' },
  })
}

/**
 * Cancels an order whose checkout is locked: its stock goes back, and what was captured is asked back in full, unless it
 * went back already. Money that is captured only later is refunded when it comes. To be called inside the transaction
 * that holds the lock.
 */
export async function cancelOrder(db: Db, order: OrderState, actorId: string | null): Promise<void> {
  await step(db, order, 'cancelled', actorId)
  const lines = await listHeldLines(db, order.checkoutId)
  await returnStock(db, { checkoutId: order.checkoutId, reason: 'cancellation', lines })
  await askMoneyBack(db, order, actorId)
}

/** Cancels the order of a locked checkout, unless it is cancelled already, because its payment came to nothing. */
export async function cancelByShop(db: Db, checkoutId: string): Promise<void> {
  const order = await findOrderState(db, checkoutId)
  if (order && order.status !== 'cancelled') await cancelOrder(db, order, null)
}
