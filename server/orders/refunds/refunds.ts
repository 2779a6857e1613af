import type { DueRefund } from '#server/orders/refunds/refund-queries.ts'
import type { CallOptions, PaymentProvider } from '#server/payments/provider.ts'
import type { ProviderRefund } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { recordRefund, takeOverRefunds } from '#server/orders/refunds/record-refund.ts'
import {
  claimRefunds,
  isRefundDue,
  postponeRefund,
  publishOrderOfPayment,
  saveRefundStatus,
} from '#server/orders/refunds/refund-queries.ts'
import { MAX_REFUND_ATTEMPTS, REFUND_PAUSE, REFUSED_WAIT_SECONDS } from '#server/orders/refunds/refund-retry-times.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { MIN_REFUND_PAISE } from '#server/payments/refund-limits.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 20
const LEASE_SECONDS = 60

/** Records a refund of a payment that the shop does not know, in its log and in the audit log. */
export async function recordUnknownRefund(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  { id, paymentId, amountPaise, status }: ProviderRefund,
): Promise<void> {
  log.warn({ paymentId, providerRefundId: id }, 'the provider tells of a refund that fits no payment here')
  await recordChange(db, null, 'refund.reported', ['payment', paymentId], { after: { id, amountPaise, status } })
}

/** Ends a refund that is not to be sent: the money was returned otherwise, or never was the shop's. */
async function finish({ db }: Shop, { id, paymentId, providerRefundId, amountPaise }: DueRefund): Promise<void> {
  await saveRefundStatus(db, { paymentId, providerRefundId, ownId: id, amountPaise, status: 'processed' })
  await publishOrderOfPayment(db, paymentId)
}

/** Ends a refund that cannot be made. The administrators see it in the order and in the audit log. */
async function giveUp({ db, log }: Shop, refund: DueRefund, err?: unknown): Promise<void> {
  const { id, paymentId, providerRefundId, amountPaise } = refund
  log.error({ err, refundId: id, paymentId, amountPaise }, 'a refund cannot be made: return the money by hand')
  await saveRefundStatus(db, { paymentId, providerRefundId, ownId: id, amountPaise, status: 'failed' })
  await publishOrderOfPayment(db, paymentId)
}

/**
 * Takes over what went back otherwise: if that is why a refund was refused, the shop asks for the rest under another
 * key.
 */
async function handleRefusal(shop: Shop, refund: DueRefund, err: ProviderRefused, options: CallOptions): Promise<void> {
  const { id, paymentId, attempts } = refund
  await takeOverRefunds(shop, paymentId, options)
  if (!(await isRefundDue(shop.db, id))) return
  if (attempts >= MAX_REFUND_ATTEMPTS) return giveUp(shop, refund, err)
  shop.log.error({ err, refundId: id }, 'the provider refuses a refund; it is tried again every hour for a day')
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
  // The bank took the money back. If it took only a part, a person must refund the rest: a full refund would be too
  // much.
  if (lostPaise > 0 && providerRefundId === null) {
    return lostPaise >= refund.amountPaise ? finish(shop, refund) : giveUp(shop, refund)
  }
  if (refund.amountPaise < MIN_REFUND_PAISE && providerRefundId === null) return giveUp(shop, refund)
  const waitSeconds = backoffSeconds(refund.attempts, REFUND_PAUSE)
  const options = { timeoutMs: BACKGROUND_CALL_MS, signal }
  try {
    const answer = await ask(shop.provider, refund, options).catch((error: unknown) => {
      if (error instanceof ProviderRefused) return error
      throw error
    })
    if (answer instanceof ProviderRefused) await handleRefusal(shop, refund, answer, options)
    else await recordRefund(shop, answer, waitSeconds)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await postponeRefund(shop.db, refund.id, waitSeconds)
  }
}

/**
 * Sends refunds that wait and asks about those that were sent, until the provider has processed them. Any number of
 * processes may do so at once.
 */
export async function sendRefunds(shop: Shop, signal: AbortSignal): Promise<void> {
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, isSandbox: shop.payment.isSandbox }
  for (const refund of await claimRefunds(shop.db, claim)) {
    if (signal.aborted) return postponeRefund(shop.db, refund.id, 0)
    await sendRefund(shop, refund, signal)
  }
}
