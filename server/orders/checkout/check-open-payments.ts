import type { DueCheck } from '#server/orders/checkout/payment-check-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { claimChecks, endChecks, postponeCheck } from '#server/orders/checkout/payment-check-queries.ts'
import { nextCheckSeconds } from '#server/orders/payment-check-times.ts'
import { cancelUncaptured } from '#server/orders/change-status.ts'
import { followPayment } from '#server/orders/refunds/record-refund.ts'
import { settleProviderPayment } from '#server/orders/settle-payment.ts'
import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 8
const LEASE_SECONDS = 120

async function settleAndCapture(shop: Shop, payment: ProviderPayment, signal: AbortSignal): Promise<void> {
  const settlement = await settleProviderPayment(shop, payment)
  await followPayment(shop, payment, { timeoutMs: BACKGROUND_CALL_MS, signal })
  if (settlement?.kind !== 'ordered' || !settlement.needsCapture) return
  const { id: paymentId, amountPaise } = payment
  const capture = { paymentId, amountPaise, timeoutMs: BACKGROUND_CALL_MS, signal }
  await settleProviderPayment(shop, await shop.provider.capturePayment(capture))
}

/** The provider may still take its money. */
const isUnfinished = ({ status }: ProviderPayment) => status === 'created' || status === 'authorized'

async function check(shop: Shop, due: DueCheck, signal: AbortSignal): Promise<void> {
  const { db, provider, log } = shop
  let mayPayAgain = false
  try {
    const call = { timeoutMs: BACKGROUND_CALL_MS, signal }
    const orderIds = [...due.replacedIds, due.providerOrderId]
    const payments = await Promise.all(orderIds.map((id) => provider.listOrderPayments(id, call)))
    const oldestFirst = payments.flat().toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    mayPayAgain = oldestFirst.some(isUnfinished)
    for (const payment of oldestFirst) await settleAndCapture(shop, payment, signal)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.warn({ err: error, checkoutId: due.id }, 'the provider refuses to tell of an attempt')
  }
  const waitSeconds = due.isSettled && !mayPayAgain ? undefined : nextCheckSeconds(due)
  if (waitSeconds !== undefined) return postponeCheck(db, due, waitSeconds)
  if (!due.isSettled) await cancelUncaptured(shop, due.id)
  await endChecks(db, due.id)
}

/**
 * Asks the provider about every checkout that is due, and settles its payments: so a payment is found even if the
 * browser and the event both got lost. If the provider does not answer, the checkouts stay due. Any number of processes
 * may do so at once.
 */
export async function checkOpenPayments(shop: Shop, signal: AbortSignal): Promise<void> {
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, isSandbox: shop.payment.isSandbox }
  while (!signal.aborted) {
    const due = await claimChecks(shop.db, claim)
    const outcomes = await Promise.allSettled(due.map((one) => check(shop, one, signal)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    const faults = failures.filter((failure) => !(failure instanceof ProviderUnavailable))
    if (faults.length > 0) throw new AggregateError(faults, 'attempts could not be checked')
    if (failures.length > 0 || due.length < BATCH) return
  }
}
