import type { DueCheck } from '#server/orders/checkout/payment-check-queries.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/shop.ts'

import { claimChecks, endChecks, postponeCheck } from '#server/orders/checkout/payment-check-queries.ts'
import { nextCheckSeconds } from '#server/orders/payment-check-times.ts'
import { cancelUncaptured } from '#server/orders/fulfilment/cancel-uncaptured.ts'
import { askAndSettle } from '#server/orders/checkout/ask-and-settle.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 8
const LEASE_SECONDS = 120

interface Asking {
  shop: Shop
  provider: PaymentProvider
  signal: AbortSignal
}

async function settleOne({ shop, provider, signal }: Asking, payment: ProviderPayment): Promise<void> {
  const settlement = await askAndSettle(shop, payment)
  if (settlement?.kind !== 'ordered' || !settlement.needsCapture) return
  const { id: paymentId, amountPaise } = payment
  const captured = await provider.capturePayment({ paymentId, amountPaise, timeoutMs: BACKGROUND_CALL_MS, signal })
  await askAndSettle(shop, captured)
}

async function check(asking: Asking, due: DueCheck): Promise<void> {
  const { shop, provider, signal } = asking
  try {
    const payments = await provider.listOrderPayments(due.providerOrderId, { timeoutMs: BACKGROUND_CALL_MS, signal })
    const oldestFirst = payments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    for (const payment of oldestFirst) await settleOne(asking, payment)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, checkoutId: due.id }, 'the provider refuses to tell of an attempt')
  }
  if (due.isSettled) return endChecks(shop.db, due.id)
  const waitSeconds = nextCheckSeconds(due)
  if (waitSeconds !== undefined) return postponeCheck(shop.db, due.id, waitSeconds)
  await cancelUncaptured(shop, due.id)
  await endChecks(shop.db, due.id)
}

/**
 * Asks the provider about every attempt that is due, and settles what it tells: so a payment is found whose browser and
 * whose event both got lost. While the provider does not answer, what is due stays so. Any number of processes may do so
 * at once.
 */
export async function checkOpenPayments(shop: Shop, signal: AbortSignal): Promise<void> {
  const { provider, payment } = shop
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, isSandbox: payment.isSandbox }
  while (!signal.aborted) {
    const due = await claimChecks(shop.db, claim)
    const outcomes = await Promise.allSettled(due.map((one) => check({ shop, provider, signal }, one)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    const faults = failures.filter((failure) => !(failure instanceof ProviderUnavailable))
    if (faults.length > 0) throw new AggregateError(faults, 'attempts could not be checked')
    if (failures.length > 0 || due.length < BATCH) return
  }
}
