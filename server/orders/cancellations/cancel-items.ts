import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { counted } from '#contract/words/counted.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { conflict, notFound } from '#server/errors.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { checkCancellable, lockOrder, moveOrder } from '#server/orders/change-status.ts'
import { insertCancellation } from '#server/orders/cancellations/cancellation-queries.ts'
import { listLinesLeft, type LineLeft } from '#server/orders/order-line-queries.ts'
import { returnCreditOf } from '#server/orders/give-back-store-credit.ts'
import { requestRefundOfOrder } from '#server/orders/refund-request-queries.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'

/** Why an order cannot be cancelled before it leaves, where there is more to say than its status. */
const TOO_LATE: Partial<Record<OrderStatus, string>> = {
  shipped: 'This order is on its way already, so it can no longer be cancelled here. Please write to us.',
  delivered: 'This order was delivered, so it can no longer be cancelled.',
}

interface Pieces {
  id: string
  productSizeId: string
  quantity: number
}

interface Cancelling {
  orderId: string
  /** Whose order it has to be; anybody's where it is missing. */
  userId?: string
  actorId: string
  /** Without them all that is left. `left` is how many pieces of the line whoever cancels has seen. */
  lines?: readonly { _id: string; quantity: number; left?: number | undefined }[] | undefined
  reason?: string | undefined
}

/** What is said of so many cancelled pieces; undefined for a whole order. */
export const cancelledNews = (pieces: number | undefined): string =>
  pieces === undefined ? 'Order cancelled.' : `${counted(pieces, 'piece')} cancelled.`

/**
 * Throws not-found for a line that the order does not have, and a conflict for pieces that it does not have any more.
 */
function chosenItems(linesLeft: readonly LineLeft[], wanted: NonNullable<Cancelling['lines']>): Pieces[] {
  return wanted.map(({ _id, quantity, left: seen }) => {
    const line = linesLeft.find(({ id }) => id === _id)
    if (!line) throw notFound('Order line')
    const { id, productSizeId, left } = line
    if (seen !== undefined && seen !== left) {
      throw conflict('This order has changed meanwhile. Please look at it again.')
    }
    if (quantity > left) {
      const rest = left === 0 ? 'none is left' : `only ${counted(left, 'piece')} ${left === 1 ? 'is' : 'are'} left`
      throw conflict(`You cannot cancel ${counted(quantity, 'piece')} of this line: ${rest}.`)
    }
    return { id, productSizeId, quantity }
  })
}

async function cancelSome(
  db: Db,
  order: OrderState,
  { actorId, reason }: Cancelling,
  lines: readonly Pieces[],
): Promise<void> {
  const { id: orderId, checkoutId } = order
  const { restPaise, creditKeptPaise } = await insertCancellation(db, { orderId, actorId, reason, lines })
  if (restPaise <= 0) throw conflict('What is left of this order would cost nothing. Please cancel the whole order.')
  // What is packed comes out of its parcel last.
  await movePieces(db, { checkoutId, from: ['held', 'packed'], to: 'shelf', reason: 'cancellation', actorId, lines })
  await returnCreditOf(db, order, { keptPaise: creditKeptPaise, actorId })
  await requestRefundOfOrder(db, { id: newId(), orderId, actorId })
  await issueRefundDocuments(db, orderId, 'pieces cancelled')
}

/**
 * Cancels pieces of an order before it is shipped, or the whole of it where no piece is left then: in one transaction
 * their stock is back, exactly what was paid for them is asked back or due no more, and a document answers it. Fees go
 * back with the whole order alone. Returns how many pieces were cancelled; undefined for the whole order. Throws
 * not-found for somebody else's order, and a conflict for an order that has left or that was cancelled, for an exchange
 * whose first payment is disputed, and for pieces that it does not have.
 */
export async function cancelItems(db: Db, cancelling: Cancelling): Promise<number | undefined> {
  const { orderId, userId, actorId, lines: wanted, reason } = cancelling
  return inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId, ...(userId !== undefined && { userId }) })
    if (!isUnsentStatus(order.status)) {
      throw conflict(TOO_LATE[order.status] ?? `This order is already ${order.status}.`)
    }
    checkCancellable(order, { isByCustomer: userId !== undefined })
    const linesLeft = wanted ? await listLinesLeft(db, orderId) : []
    const lines = chosenItems(linesLeft, wanted ?? [])
    const isSome = linesLeft.some(({ id, left }) => left > (lines.find((line) => line.id === id)?.quantity ?? 0))
    if (!isSome) {
      await moveOrder(db, order, 'cancelled', actorId, { reason })
      return undefined
    }
    await cancelSome(db, order, cancelling, lines)
    return lines.reduce((sum, { quantity }) => sum + quantity, 0)
  })
}
