import type { PaymentOrder } from '#contract/orders/checkout.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, unavailable } from '#server/errors.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { findCashDue, setAskedOrder } from '#server/orders/pay-cash-order-queries.ts'
import { FIRST_CHECK_SECONDS } from '#server/orders/payment-check-times.ts'
import { START_PAYMENT_MS } from '#server/payments/provider-timeouts.ts'

interface OwnOrder {
  orderId: string
  userId: string
}

/** The provider's order that pays for an order for cash; without an id it is still to be opened. */
interface Asked {
  checkoutId: string
  id: string | undefined
  amountPaise: number
  /** Of the provider's order that is to be opened: another one for each that it stands in for. */
  receipt: string
}

/**
 * Locks the order. Throws not-found for somebody else's, and a conflict where nothing can be paid in advance any more.
 */
async function lockPayable(db: Db, isSandbox: boolean, key: OwnOrder): Promise<Asked> {
  const { checkoutId, status, cashStatus } = await lockOrder(db, key)
  const due = await findCashDue(db, checkoutId)
  if (!due) throw conflict('This order is paid online already.')
  if (status === 'cancelled') throw conflict('This order was cancelled, so there is nothing to pay.')
  if (!isUnsentStatus(status) || cashStatus !== 'cash due') {
    throw conflict('The parcel has left, so this order can only be paid at the door.')
  }
  const { duePaise, providerOrderId, isAsked, replaced } = due
  if (duePaise === null) {
    throw conflict('Store credit pays for a part of this order, so the rest is paid at the door.')
  }
  if (due.isSandbox !== isSandbox) {
    throw conflict('This order was placed at another payment provider, so it can only be paid at the door.')
  }
  const count = replaced + (providerOrderId === null ? 1 : 2)
  return {
    checkoutId,
    id: (isAsked && providerOrderId) || undefined,
    amountPaise: duePaise,
    receipt: `${checkoutId}-${count}-${duePaise}`,
  }
}

/** Keeps what the provider has opened, unless another call was faster: then its order counts. */
async function keepOpened(db: Db, isSandbox: boolean, key: OwnOrder, opened: { id: string; amountPaise: number }) {
  const { checkoutId, id, amountPaise } = await lockPayable(db, isSandbox, key)
  if (id !== undefined) return { id, amountPaise }
  if (amountPaise !== opened.amountPaise) throw conflict('This order has just changed. Please look at it again.')
  await setAskedOrder(db, checkoutId, { ...opened, firstCheckSeconds: FIRST_CHECK_SECONDS })
  return opened
}

/**
 * Starts the payment in advance of an order for cash, without its fee, and answers with the provider's order: the same
 * one again while nothing has changed, also to calls at the same moment. What comes of the payment is decided by
 * `settlePayment()`, as ever. Throws not-found for somebody else's order, a conflict for one that has left, ended or is
 * paid, and unavailable if the provider fails; the order stays as it is.
 */
export async function startCashPayment(shop: Shop, key: OwnOrder): Promise<PaymentOrder> {
  const { db, provider, payment } = shop
  const { isSandbox } = payment
  const answer = (id: string, amount: number) => ({ id, amount, currency: 'INR' as const, key: payment.keyId })
  const { id, amountPaise, receipt } = await inTransaction(db, (db) => lockPayable(db, isSandbox, key))
  if (id !== undefined) return answer(id, amountPaise)
  const opened = await provider
    .createOrder({ amountPaise, receipt, notes: {}, timeoutMs: START_PAYMENT_MS })
    .catch((error: unknown) => {
      throw unavailable(WORDINGS.checkout.initiationFailed, error)
    })
  if (opened.amountPaise !== amountPaise) {
    throw unavailable(WORDINGS.checkout.initiationFailed, new Error('the provider opened an order over another amount'))
  }
  const kept = await inTransaction(db, (db) => keepOpened(db, isSandbox, key, opened))
  return answer(kept.id, kept.amountPaise)
}
