import type { Db } from '#server/db/database.ts'

import { UNDO_SHIPPING_SECONDS } from '#contract/orders/shipping-limits.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { cancelInvoice } from '#server/documents/service.ts'
import { conflict } from '#server/errors.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { auditedShipment } from '#server/orders/audited-shipment.ts'
import { deleteHandParcel } from '#server/orders/hand-parcel-queries.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { deleteShippingStep, findShippingStep, listPackedLines } from '#server/orders/shipping/undo-shipping-queries.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'

const NOT_SHIPPED = 'This order is not shipped, so there is nothing to take back.'
const NOT_YOURS = 'Only whoever shipped this order can take that back.'
const TOO_LATE = `An order can be taken back for ${UNDO_SHIPPING_SECONDS} seconds after it was shipped. Now it can be cancelled.`

/** What was packed piece by piece waits packed again. */
async function takeOutOfParcel(db: Db, { id, checkoutId }: OrderState, actorId: string): Promise<void> {
  const move = { checkoutId, reason: 'shipping taken back', actorId } as const
  await movePieces(db, { ...move, from: ['parcel'], to: 'held' })
  const lines = await listPackedLines(db, id)
  if (lines.length > 0) await movePieces(db, { ...move, from: ['held'], to: 'packed', lines })
}

/**
 * Takes back that an order was shipped, for ten seconds and for whoever shipped it: it waits to be shipped again, its
 * mail does not go out, and an invoice that it got meanwhile is kept as cancelled. Throws not-found, and a conflict for
 * anybody else, where it is too late, and where somebody has moved the order since.
 */
export function undoShipping(db: Db, { orderId, actorId }: { orderId: string; actorId: string }): Promise<void> {
  return inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    const step = await findShippingStep(db, orderId, UNDO_SHIPPING_SECONDS)
    if (order.status !== 'shipped' || !step) throw conflict(NOT_SHIPPED)
    if (step.actorId !== actorId) throw conflict(NOT_YOURS)
    if (!step.isRecent || !(await deleteShippingStep(db, orderId))) throw conflict(TOO_LATE)
    await deleteHandParcel(db, orderId)
    await takeOutOfParcel(db, order, actorId)
    const cancelled = await cancelInvoice(db, orderId)
    await recordChange(db, actorId, 'order.shipping taken back', ['order', orderId], {
      before: { status: 'shipped', ...(order.shipment && auditedShipment(order.shipment)) },
      after: { status: 'order placed', ...(cancelled.length > 0 && { cancelled }) },
    })
  })
}
