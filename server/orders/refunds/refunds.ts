import type { DueRefund } from '#server/orders/refunds/refund-queries.ts'
import type { PaymentProvider, Patience } from '#server/payments/provider.ts'
import type { ProviderPayment, ProviderRefund } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { growingPause } from '#server/db/claim-due.ts'
import { claimRefunds, keepRefundProgress, postponeRefund } from '#server/orders/refunds/refund-queries.ts'
import { findCheckoutByProviderOrder } from '#server/orders/checkout-queries.ts'
import { settle } from '#server/orders/settle.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { BACKGROUND_CALL_MS, SHORT_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 20
const LEASE_SECONDS = 60
const HOUR_SECONDS = 3600
const PAUSE = { firstSeconds: 5, longestSeconds: HOUR_SECONDS }
/** After an event; the next one should come before that. */
const REPORTED_WAIT_SECONDS = 60
/** The provider refunds no less. */
const LEAST_PAISE = 100
/** The attempt at which a refusal is final: one more than a day of hourly ones. */
const LAST_ATTEMPT = 25

/** How far the shop believes a refund to be, for each state of the provider's. */
export const STATUS_HERE = { pending: 'sent', processed: 'processed', failed: 'failed' } as const

async function keep({ db, log }: Shop, refund: ProviderRefund, waitSeconds: number): Promise<boolean> {
  const { id: providerRefundId, paymentId, ownId, amountPaise, status } = refund
  if (status === 'failed') log.error({ paymentId, providerRefundId }, 'a refund failed: return the money by hand')
  return keepRefundProgress(db, {
    paymentId,
    providerRefundId,
    ownId,
    amountPaise,
    status: STATUS_HERE[status],
    waitSeconds,
  })
}

/**
 * How much of a payment went back, and how much more is on its way, by whomever. The payment itself does not tell: it
 * counts what is on its way, and may fail, as refunded.
 */
async function askReturned(
  provider: PaymentProvider,
  paymentId: string,
  patience: Patience,
): Promise<{ processedPaise: number; pendingPaise: number }> {
  const refunds = await provider.listPaymentRefunds(paymentId, patience).catch((error: unknown) => {
    if (error instanceof ProviderRefused) return []
    throw error
  })
  const sumOf = (status: ProviderRefund['status']) =>
    refunds.reduce((sum, refund) => (refund.status === status ? sum + refund.amountPaise : sum), 0)
  return { processedPaise: sumOf('processed'), pendingPaise: sumOf('pending') }
}

/**
 * Settles a payment that went back in full, if not by the shop's own refund: its order, if it has one that waits, is
 * cancelled. False where nothing came of that.
 */
async function settleReturned(
  shop: Shop,
  refund: ProviderRefund,
  payment: ProviderPayment | undefined,
): Promise<boolean> {
  const { db, provider, payment: settings } = shop
  if (refund.status !== 'processed' || payment?.id !== refund.paymentId) return false
  if (payment.orderId === null || payment.status !== 'refunded') return false
  const checkout = await findCheckoutByProviderOrder(db, payment.orderId)
  if (checkout?.isSandbox !== settings.isSandbox) return false
  const { id: paymentId, amountPaise } = payment
  const { processedPaise } = await askReturned(provider, paymentId, { timeoutMs: SHORT_CALL_MS })
  if (processedPaise < amountPaise) return false
  await settle(shop, checkout.id, { id: paymentId, amountPaise, status: 'refunded' })
  const providerRefundId = refund.amountPaise === amountPaise ? refund.id : null
  return keepRefundProgress(db, { paymentId, providerRefundId, amountPaise, status: 'processed', waitSeconds: 0 })
}

/** What came of a refund that the provider told of. */
export interface RefundOutcome {
  /** It is the shop's own, or stands in for that; any other wants to be noted. */
  isOwn: boolean
  /** It returned the last of the money, without the shop's doing: nothing is sent for it any more. */
  isSettled: boolean
}

/**
 * Keeps what the provider tells of a refund. One that the shop did not ask for, made by hand at the provider, cancels the
 * order whose money is all returned by that, unless it was shipped; `payment` is what it was made of.
 */
export async function keepReportedRefund(
  shop: Shop,
  refund: ProviderRefund,
  payment: ProviderPayment | undefined,
): Promise<RefundOutcome> {
  if (await keep(shop, refund, REPORTED_WAIT_SECONDS)) return { isOwn: true, isSettled: false }
  const isSettled = await settleReturned(shop, refund, payment)
  return { isOwn: isSettled && refund.amountPaise === payment?.amountPaise, isSettled }
}

/** Notes a refund that the shop did not ask for, in its log and in the audit log; nothing else comes of it. */
export async function noteRefund({ db, log }: Pick<Shop, 'db' | 'log'>, refund: ProviderRefund): Promise<void> {
  const { id, paymentId, amountPaise, status } = refund
  log.warn({ paymentId, providerRefundId: id }, 'the provider tells of a refund that the shop did not ask for')
  await recordChange(db, {
    actorId: null,
    action: 'refund.reported',
    subjectType: 'payment',
    subjectId: paymentId,
    after: { id, amountPaise, status },
  })
}

// The key and the body are the same at every attempt, so the provider refunds once.
async function ask(provider: PaymentProvider, refund: DueRefund, patience: Patience): Promise<ProviderRefund> {
  if (refund.providerRefundId !== null) return provider.getRefund(refund.providerRefundId, patience)
  const { id, paymentId, amountPaise } = refund
  const own = { paymentId, amountPaise, idempotencyKey: id, notes: { refund: id } }
  return { ...(await provider.refundPayment({ ...own, ...patience })), ownId: id }
}

/** Ends a refund that no further attempt can bring about, where the administrators see it: the order says so, and the audit log. */
async function giveUp({ db, log }: Shop, refund: DueRefund, err?: unknown): Promise<void> {
  const { id, paymentId, providerRefundId, amountPaise } = refund
  log.error({ err, refundId: id, paymentId, amountPaise }, 'a refund cannot be made: return the money by hand')
  await keepRefundProgress(db, { paymentId, providerRefundId, amountPaise, status: 'failed', waitSeconds: 0 })
}

/**
 * What becomes of a refund that the provider refuses: it is done where all the money went back otherwise. It waits while
 * that is still under way, because that may fail, and then the shop's own is needed after all.
 */
async function meetRefusal(
  shop: Shop,
  { provider, refund, patience }: { provider: PaymentProvider; refund: DueRefund; patience: Patience },
  refusal: ProviderRefused,
): Promise<void> {
  const { id, paymentId, providerRefundId, amountPaise, attempts } = refund
  const { processedPaise, pendingPaise } = await askReturned(provider, paymentId, patience)
  if (processedPaise >= amountPaise) {
    const done = { paymentId, providerRefundId, amountPaise, status: 'processed' as const, waitSeconds: 0 }
    await keepRefundProgress(shop.db, done)
    return
  }
  if (processedPaise + pendingPaise >= amountPaise) return postponeRefund(shop.db, id, HOUR_SECONDS)
  if (attempts >= LAST_ATTEMPT) return giveUp(shop, refund, refusal)
  shop.log.error(
    { err: refusal, refundId: id },
    'the provider refuses a refund; it is tried again every hour for a day',
  )
  await postponeRefund(shop.db, id, HOUR_SECONDS)
}

/** Ends a refund for which nothing is to be sent: the money is with the buyer already, or never was with the shop. */
async function endUnsent({ db }: Shop, { paymentId, providerRefundId, amountPaise }: DueRefund): Promise<void> {
  await keepRefundProgress(db, { paymentId, providerRefundId, amountPaise, status: 'processed', waitSeconds: 0 })
}

async function send(shop: Shop, provider: PaymentProvider, refund: DueRefund, signal: AbortSignal): Promise<void> {
  const { isSandbox, lostPaise, providerRefundId } = refund
  if (isSandbox !== shop.payment.isSandbox) return endUnsent(shop, refund)
  // The bank took it back. Where that was a part only, the rest is for a person: whatever is sent now might be too much.
  if (lostPaise > 0 && providerRefundId === null) {
    return lostPaise >= refund.amountPaise ? endUnsent(shop, refund) : giveUp(shop, refund)
  }
  if (refund.amountPaise < LEAST_PAISE) return giveUp(shop, refund)
  const waitSeconds = growingPause(refund.attempts, PAUSE)
  const patience = { timeoutMs: BACKGROUND_CALL_MS, signal }
  try {
    const told = await ask(provider, refund, patience).catch((error: unknown) => {
      if (error instanceof ProviderRefused) return error
      throw error
    })
    if (told instanceof ProviderRefused) await meetRefusal(shop, { provider, refund, patience }, told)
    else await keep(shop, told, waitSeconds)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    await postponeRefund(shop.db, refund.id, waitSeconds)
  }
}

/**
 * Sends refunds that wait and asks about those that were sent, until the provider says that they are processed. Any
 * number of processes may do so at once.
 */
export async function sendRefunds(shop: Shop, signal: AbortSignal): Promise<void> {
  const { provider, payment } = shop
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, isSandbox: payment.isSandbox }
  for (const refund of await claimRefunds(shop.db, claim)) {
    if (signal.aborted) return postponeRefund(shop.db, refund.id, 0)
    await send(shop, provider, refund, signal)
  }
}
