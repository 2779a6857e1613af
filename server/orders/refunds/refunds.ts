import type { DueRefund } from '#server/orders/refunds/refund-queries.ts'
import type { CallOptions, PaymentProvider } from '#server/payments/provider.ts'
import type { ProviderPayment, ProviderRefund } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { findCheckoutByProviderOrder } from '#server/orders/settle-payment-queries.ts'
import { claimRefunds, postponeRefund, saveRefundStatus } from '#server/orders/refunds/refund-queries.ts'
import {
  MAX_REFUND_ATTEMPTS,
  REFUND_PAUSE,
  REFUSED_WAIT_SECONDS,
  REPORTED_WAIT_SECONDS,
} from '#server/orders/refunds/refund-retry-times.ts'
import { settlePayment } from '#server/orders/settle-payment.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { BACKGROUND_CALL_MS, SHORT_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 20
const LEASE_SECONDS = 60
/** The provider refunds no smaller amount. */
const MIN_PAISE = 100

/** The shop's status of a refund, for each status at the provider. */
export const REFUND_STATUSES = { pending: 'sent', processed: 'processed', failed: 'failed' } as const

async function saveRefund({ db, log }: Shop, refund: ProviderRefund, waitSeconds: number): Promise<boolean> {
  const { id: providerRefundId, paymentId, ownId, amountPaise, status } = refund
  if (status === 'failed') log.error({ paymentId, providerRefundId }, 'a refund failed: return the money by hand')
  const report = { paymentId, providerRefundId, ownId, amountPaise, waitSeconds }
  return saveRefundStatus(db, { ...report, status: REFUND_STATUSES[status] })
}

/**
 * How much of a payment was refunded by anybody, and how much more is on its way. The payment itself does not say: it counts
 * what is on its way, and may fail, as refunded.
 */
async function sumRefunds(
  provider: PaymentProvider,
  paymentId: string,
  options: CallOptions,
): Promise<{ processedPaise: number; pendingPaise: number }> {
  const refunds = await provider.listPaymentRefunds(paymentId, options).catch((error: unknown) => {
    if (error instanceof ProviderRefused) return []
    throw error
  })
  const sumOf = (status: ProviderRefund['status']) =>
    refunds.reduce((sum, refund) => (refund.status === status ? sum + refund.amountPaise : sum), 0)
  return { processedPaise: sumOf('processed'), pendingPaise: sumOf('pending') }
}

/**
 * Settles a payment that was refunded in full without the shop: its order is cancelled, unless it is shipped. False if the
 * payment is not refunded in full, or is not the shop's.
 */
async function settleRefundedPayment(
  shop: Shop,
  refund: ProviderRefund,
  payment: ProviderPayment | undefined,
): Promise<boolean> {
  const { db, provider } = shop
  if (refund.status !== 'processed' || payment?.id !== refund.paymentId) return false
  if (payment.orderId === null || payment.status !== 'refunded') return false
  const checkout = await findCheckoutByProviderOrder(db, payment.orderId)
  if (checkout?.isSandbox !== shop.payment.isSandbox) return false
  const { id: paymentId, amountPaise } = payment
  const { processedPaise } = await sumRefunds(provider, paymentId, { timeoutMs: SHORT_CALL_MS })
  if (processedPaise < amountPaise) return false
  await settlePayment(shop, checkout.id, { id: paymentId, amountPaise, status: 'refunded' })
  const providerRefundId = refund.amountPaise === amountPaise ? refund.id : null
  return saveRefundStatus(db, { paymentId, providerRefundId, amountPaise, status: 'processed' })
}

interface ReportedRefund {
  /** It is the shop's own, or stands in for that. Any other is to be recorded. */
  isOwn: boolean
  /** It returned the last of the money without the shop, which sends nothing any more. */
  isSettled: boolean
}

/**
 * Saves a refund that the provider reports. One that was made by hand at the provider cancels the order once all its money is
 * returned, unless the order is shipped. `payment` is the refunded payment.
 */
export async function saveReportedRefund(
  shop: Shop,
  refund: ProviderRefund,
  payment: ProviderPayment | undefined,
): Promise<ReportedRefund> {
  if (await saveRefund(shop, refund, REPORTED_WAIT_SECONDS)) return { isOwn: true, isSettled: false }
  const isSettled = await settleRefundedPayment(shop, refund, payment)
  return { isOwn: isSettled && refund.amountPaise === payment?.amountPaise, isSettled }
}

/** Records a refund that the shop did not request, in its log and in the audit log. */
export async function recordForeignRefund(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  { id, paymentId, amountPaise, status }: ProviderRefund,
): Promise<void> {
  log.warn({ paymentId, providerRefundId: id }, 'the provider tells of a refund that the shop did not ask for')
  await recordChange(db, null, 'refund.reported', ['payment', paymentId], { after: { id, amountPaise, status } })
}

/** Ends a refund that is not to be sent: the money was returned otherwise, or never was the shop's. */
async function finish({ db }: Shop, { paymentId, providerRefundId, amountPaise }: DueRefund): Promise<void> {
  await saveRefundStatus(db, { paymentId, providerRefundId, amountPaise, status: 'processed' })
}

/** Ends a refund that cannot be made. The administrators see it in the order and in the audit log. */
async function giveUp({ db, log }: Shop, refund: DueRefund, err?: unknown): Promise<void> {
  const { id, paymentId, providerRefundId, amountPaise } = refund
  log.error({ err, refundId: id, paymentId, amountPaise }, 'a refund cannot be made: return the money by hand')
  await saveRefundStatus(db, { paymentId, providerRefundId, amountPaise, status: 'failed' })
}

/**
 * Ends a refused refund if all the money was returned otherwise. Waits while that is still on its way: it may fail, and then
 * the shop's own refund is needed after all.
 */
async function handleRefusal(shop: Shop, refund: DueRefund, err: ProviderRefused, options: CallOptions): Promise<void> {
  const { id, paymentId, amountPaise, attempts } = refund
  const { processedPaise, pendingPaise } = await sumRefunds(shop.provider, paymentId, options)
  if (processedPaise >= amountPaise) return finish(shop, refund)
  if (processedPaise + pendingPaise < amountPaise) {
    if (attempts >= MAX_REFUND_ATTEMPTS) return giveUp(shop, refund, err)
    shop.log.error({ err, refundId: id }, 'the provider refuses a refund; it is tried again every hour for a day')
  }
  await postponeRefund(shop.db, id, REFUSED_WAIT_SECONDS)
}

/** Sends a refund, or asks about one that was sent. The key and the body never change, so the provider refunds once. */
async function ask(provider: PaymentProvider, refund: DueRefund, options: CallOptions): Promise<ProviderRefund> {
  if (refund.providerRefundId !== null) return provider.getRefund(refund.providerRefundId, options)
  const { id, paymentId, amountPaise } = refund
  const own = { paymentId, amountPaise, idempotencyKey: id, notes: { refund: id } }
  return { ...(await provider.refundPayment({ ...own, ...options })), ownId: id }
}

async function sendRefund(shop: Shop, refund: DueRefund, signal: AbortSignal): Promise<void> {
  const { isSandbox, lostPaise, providerRefundId } = refund
  if (isSandbox !== shop.payment.isSandbox) return finish(shop, refund)
  // The bank took the money back. If it took only a part, a person must refund the rest: a full refund would be too much.
  if (lostPaise > 0 && providerRefundId === null) {
    return lostPaise >= refund.amountPaise ? finish(shop, refund) : giveUp(shop, refund)
  }
  if (refund.amountPaise < MIN_PAISE) return giveUp(shop, refund)
  const waitSeconds = backoffSeconds(refund.attempts, REFUND_PAUSE)
  const options = { timeoutMs: BACKGROUND_CALL_MS, signal }
  try {
    const answer = await ask(shop.provider, refund, options).catch((error: unknown) => {
      if (error instanceof ProviderRefused) return error
      throw error
    })
    if (answer instanceof ProviderRefused) await handleRefusal(shop, refund, answer, options)
    else await saveRefund(shop, answer, waitSeconds)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await postponeRefund(shop.db, refund.id, waitSeconds)
  }
}

/**
 * Sends refunds that wait and asks about those that were sent, until the provider has processed them. Any number of processes
 * may do so at once.
 */
export async function sendRefunds(shop: Shop, signal: AbortSignal): Promise<void> {
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, isSandbox: shop.payment.isSandbox }
  for (const refund of await claimRefunds(shop.db, claim)) {
    if (signal.aborted) return postponeRefund(shop.db, refund.id, 0)
    await sendRefund(shop, refund, signal)
  }
}
