import type { Db } from '#server/db/database.ts'
import type { CallOptions } from '#server/payments/provider.ts'
import type { ProviderPayment, ProviderRefund } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/start/shop.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { newId } from '#server/db/new-id.ts'
import { moveOrder } from '#server/orders/change-status.ts'
import { REASON_OF_ORDER, requestRefundOfPayment } from '#server/orders/refund-request-queries.ts'
import { lockCheckoutOfPayment } from '#server/orders/refunds/dispute-queries.ts'
import { passToExchanges } from '#server/orders/refunds/exchange-parts.ts'
import {
  findReturnedMoney,
  insertForeignRefund,
  publishOrderOfPayment,
  replaceRequests,
  saveRefundStatus,
  type ReturnedMoney,
} from '#server/orders/refunds/refund-queries.ts'
import { REPORTED_WAIT_SECONDS } from '#server/orders/refunds/refund-retry-times.ts'
import { findOrderState } from '#server/orders/order-status-queries.ts'
import { ProviderRefused } from '#server/payments/provider-errors.ts'

/** The shop's status of a refund, for each status at the provider. */
export const REFUND_STATUSES = { pending: 'sent', processed: 'processed', failed: 'failed' } as const

/**
 * Fits what the shop asks for to what is left: together with everybody else's refunds it is exactly what was paid, or
 * of an order that stands what its cancelled and its returned pieces cost, and never more than was paid.
 */
async function fitRequests(
  db: Db,
  paymentId: string,
  { reason, orderId, isReturned, isOfExchanges, ...money }: ReturnedMoney,
): Promise<void> {
  if (money.countedPaise > money.paidPaise) await replaceRequests(db, paymentId)
  const because = orderId === null ? (reason ?? 'refunded at the provider') : REASON_OF_ORDER
  await requestRefundOfPayment(db, { id: newId(), paymentId, reason: because })
  if (isReturned) await requestRefundOfPayment(db, { id: newId(), paymentId, reason: 'pieces returned' })
  if (isOfExchanges) await requestRefundOfPayment(db, { id: newId(), paymentId, reason: 'exchange returned' })
}

/**
 * Does what follows from the refunds of a payment: the shop asks for the rest of money that is owed, an order that lost
 * all its money is cancelled before it leaves, and what went back has its documents, of its exchanges too. True if an
 * order was cancelled.
 */
async function followRefunds(db: Db, paymentId: string): Promise<boolean> {
  const money = await findReturnedMoney(db, paymentId)
  if (!money) return false
  await fitRequests(db, paymentId, money)
  if (money.isOwed) return false
  const order = await findOrderState(db, money.checkoutId)
  if (!order) return false
  if (money.processedPaise >= money.paidPaise && isUnsentStatus(order.status)) {
    await moveOrder(db, order, 'cancelled', null)
    return true
  }
  const isExchangeCancelled = await passToExchanges(db, paymentId)
  await issueRefundDocuments(db, order.id, 'price returned')
  return isExchangeCancelled
}

/**
 * Saves a refund as the provider reports it: the shop's own, or one that was made at the provider without the shop. May
 * be repeated, and reports may come in any order. False if it is of no payment that is captured here, or if more would
 * go back than was paid.
 */
export async function recordRefund(
  { db, log, tags }: Pick<Shop, 'db' | 'log' | 'tags'>,
  { id: providerRefundId, paymentId, ownId, amountPaise, status }: ProviderRefund,
  waitSeconds = REPORTED_WAIT_SECONDS,
): Promise<boolean> {
  const report = { paymentId, providerRefundId, ownId, amountPaise, status: REFUND_STATUSES[status], waitSeconds }
  const outcome = await inTransaction(db, async (db) => {
    await lockCheckoutOfPayment(db, paymentId)
    const isKnown = await saveRefundStatus(db, report)
    const isNew = !isKnown && (await insertForeignRefund(db, report))
    if (!isKnown && !isNew) return { isKnown, isNew, isCancelled: false }
    await publishOrderOfPayment(db, paymentId)
    return { isKnown, isNew, isCancelled: await followRefunds(db, paymentId) }
  })
  if (outcome.isNew) log.warn({ paymentId, providerRefundId }, 'a refund was made at the provider, not by the shop')
  if (status === 'failed') log.error({ paymentId, providerRefundId }, 'a refund failed: return the money by hand')
  if (outcome.isCancelled) tags.outdate(CATALOGUE)
  return outcome.isKnown || outcome.isNew
}

/** Takes over every refund of a payment from the provider, oldest first. A payment that it does not know has none. */
export async function takeOverRefunds(shop: Shop, paymentId: string, options: CallOptions): Promise<void> {
  const refunds = await shop.provider.listPaymentRefunds(paymentId, options).catch((error: unknown) => {
    if (error instanceof ProviderRefused) return []
    throw error
  })
  for (const refund of refunds.toReversed()) await recordRefund(shop, refund)
}

/**
 * Takes over the refunds of a payment of which more or less went back, as the provider tells, than the shop knows of.
 */
export async function followPayment(shop: Shop, payment: ProviderPayment, options: CallOptions): Promise<void> {
  if (payment.amountRefundedPaise === 0) return
  const money = await findReturnedMoney(shop.db, payment.id)
  if (!money || money.atProviderPaise === payment.amountRefundedPaise) return
  await takeOverRefunds(shop, payment.id, options)
}
