import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { newId } from '#server/new-id.ts'
import { cancelByShop, cancelOrder } from '#server/orders/cancel.ts'
import { findOrderState } from '#server/orders/status-queries.ts'
import { CAPTURE_SECONDS, LAST_LOOK_SECONDS } from '#server/orders/payment-check-times.ts'
import { listHeldLines } from '#server/orders/checkout-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { releaseHold } from '#server/orders/release-holds.ts'
import {
  findOpenCheckoutId,
  hasRefund,
  insertOrder,
  keepProgress,
  keepRefund,
  lockCheckout,
  type LockedCheckout,
} from '#server/orders/settle-queries.ts'
import { decide, type Action, type ObservedPayment, type RefundReason } from '#server/orders/settlement.ts'
import { holdStock } from '#server/inventory/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

/**
 * What came of a payment. `ordered`: there is an order; `needsCapture` where the provider has only set the money aside.
 * `refused`: no order comes of this payment, and what was taken is given back. `noted`: nothing came of it yet.
 */
export type Settlement =
  | { kind: 'ordered'; orderId: string; needsCapture: boolean }
  | { kind: 'refused'; reason: RefundReason }
  | { kind: 'noted' }

interface Case {
  checkout: LockedCheckout
  payment: ObservedPayment
}

async function note(db: Db, { checkout, payment }: Case): Promise<Settlement> {
  const report = { checkoutId: checkout.id, payment, refundId: newId() }
  const progress = await keepProgress(db, report, LAST_LOOK_SECONDS)
  if (!progress?.orderId) return { kind: 'noted' }
  return { kind: 'ordered', orderId: progress.orderId, needsCapture: progress.status === 'authorized' }
}

async function place(db: Db, { checkout, payment }: Case): Promise<Settlement> {
  const orderId = newId()
  const times = { lastLookSeconds: LAST_LOOK_SECONDS, captureSeconds: CAPTURE_SECONDS }
  const isPlaced = await insertOrder(db, { checkout, payment, orderId }, times)
  if (!isPlaced) return { kind: 'noted' }
  return { kind: 'ordered', orderId, needsCapture: payment.status === 'authorized' }
}

async function refund(db: Db, { checkout, payment }: Case, reason: RefundReason): Promise<Settlement> {
  await keepRefund(db, { checkoutId: checkout.id, payment, refundId: newId(), reason })
  // The provider takes one payment an order: the buyer needs another attempt, and its stock.
  if (checkout.status === 'open') await releaseHold(db, checkout.id)
  return { kind: 'refused', reason }
}

async function undo(db: Db, given: Case, reason: RefundReason): Promise<Settlement> {
  await cancelByShop(db, given.checkout.id)
  return refund(db, given, reason)
}

async function cancel(db: Db, given: Case): Promise<Settlement> {
  await cancelByShop(db, given.checkout.id)
  await note(db, given)
  return { kind: 'refused', reason: 'amount differs' }
}

/** Nothing may be sent for money that went back; what is on its way already stays with the owner. */
async function callOff(db: Db, given: Case): Promise<Settlement> {
  const order = await findOrderState(db, given.checkout.id)
  if (order?.status !== 'order placed') return note(db, given)
  const settlement = await refund(db, given, 'refunded at the provider')
  await cancelOrder(db, order, null)
  return settlement
}

/** Takes the stock once more, if need be from the same buyer's newer attempt; false when it is sold out. */
async function takeAgain(db: Db, { id, userId }: LockedCheckout): Promise<boolean> {
  const hold = { checkoutId: id, lines: await listHeldLines(db, id) }
  if ((await holdStock(db, hold)).length === 0) return true
  const newerId = await findOpenCheckoutId(db, userId)
  if (!newerId || !(await releaseHold(db, newerId))) return false
  return (await holdStock(db, hold)).length === 0
}

async function holdAgain(db: Db, given: Case): Promise<Settlement> {
  if (await hasRefund(db, given.payment.id)) return note(db, given)
  if (await takeAgain(db, given.checkout)) return place(db, given)
  if (given.payment.status === 'captured') return refund(db, given, 'sold out')
  // Money that was only set aside is left alone: the provider gives it back by itself.
  await note(db, given)
  return { kind: 'refused', reason: 'sold out' }
}

async function act(db: Db, given: Case, action: Action): Promise<Settlement> {
  switch (action.kind) {
    case 'note':
      return note(db, given)
    case 'place':
      return place(db, given)
    case 'hold again':
      return holdAgain(db, given)
    case 'refund':
      return refund(db, given, action.reason)
    case 'undo':
      return undo(db, given, action.reason)
    case 'cancel':
      return cancel(db, given)
    case 'call off':
      return callOff(db, given)
  }
}

/**
 * Brings a checkout to the state that a payment asks for: the one place where orders are made. The same payment may be
 * settled any number of times, by any number of processes at once, and its states may come in any order: its effect is
 * there once. One transaction of two statements where nothing went wrong; asks the provider nothing.
 */
export async function settle(
  { db, tags }: Pick<Shop, 'db' | 'tags'>,
  checkoutId: string,
  payment: ObservedPayment,
): Promise<Settlement> {
  const outcome = await inTransaction(db, async (db) => {
    const checkout = await lockCheckout(db, checkoutId)
    if (!checkout) throw new Error(`there is no checkout ${checkoutId}`)
    const action = decide(checkout, payment)
    const hasMovedStock = action.kind !== 'note' && action.kind !== 'place'
    return { hasMovedStock, settlement: await act(db, { checkout, payment }, action) }
  })
  if (outcome.hasMovedStock) tags.outdate(CATALOGUE)
  return outcome.settlement
}
