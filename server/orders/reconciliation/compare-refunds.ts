import type { ProviderRefund } from '#server/payments/provider-answers.ts'

import {
  listOtherRefunds,
  listRefundedPayments,
  listStuckRefunds,
  listUnrefunded,
  requeueRefund,
  type RefundedPayment,
  type RefundFacts,
} from '#server/orders/reconciliation/comparison-queries.ts'
import {
  LEFT,
  money,
  MOST_ASKED,
  orUnknown,
  pagesOf,
  type Comparison,
} from '#server/orders/reconciliation/comparison.ts'
import { keepReportedRefund, noteRefund, STATUS_HERE } from '#server/orders/refunds/refunds.ts'
import { settle } from '#server/orders/settle.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

const SENT_AGAIN = 'sent again'

async function takeOver({ shop, findings }: Comparison, told: ProviderRefund, known: RefundFacts): Promise<void> {
  // What was called done is not called otherwise by itself: somebody has to see why.
  const isMended = known.status !== 'processed'
  if (isMended) await keepReportedRefund(shop, told, undefined)
  findings.push({
    kind: 'refund status differs',
    subject: told.id,
    detail: `${told.status} at the provider, ${known.status} here`,
    action: isMended ? 'taken over' : LEFT,
  })
}

async function learn({ shop, provider, signal, findings }: Comparison, told: ProviderRefund): Promise<void> {
  const payment = await orUnknown(provider.getPayment(told.paymentId, { timeoutMs: BACKGROUND_CALL_MS, signal }))
  const { isOwn, isSettled } = await keepReportedRefund(shop, told, payment)
  if (!isOwn) await noteRefund(shop, told)
  findings.push({
    kind: 'refund that nobody here asked for',
    subject: told.id,
    detail: `${money(told.amountPaise)} of ${told.paymentId}`,
    action: isOwn || isSettled ? 'taken over: nothing is sent for it' : 'noted in the audit log',
  })
}

async function compareOne(
  comparison: Comparison,
  told: ProviderRefund,
  { refund, reported }: RefundedPayment,
): Promise<void> {
  const { findings } = comparison
  const isOurs = refund?.providerRefundId === told.id || (refund?.providerRefundId === null && refund.id === told.ownId)
  if (!isOurs) {
    if (reported.some(({ id, status }) => id === told.id && status === told.status)) return
    return learn(comparison, told)
  }
  if (told.amountPaise !== refund.amountPaise) {
    const detail = `${money(told.amountPaise)} at the provider, ${money(refund.amountPaise)} here`
    findings.push({ kind: 'refund amount differs', subject: told.id, detail, action: LEFT })
    return
  }
  if (refund.status !== STATUS_HERE[told.status]) await takeOver(comparison, told, refund)
}

async function comparePage(comparison: Comparison, refunds: readonly ProviderRefund[]): Promise<void> {
  const payments = await listRefundedPayments(
    comparison.shop.db,
    refunds.map(({ paymentId }) => paymentId),
  )
  const byPayment = new Map(payments.map((one) => [one.paymentId, one]))
  for (const told of refunds) {
    const payment = byPayment.get(told.paymentId)
    if (payment) await compareOne(comparison, told, payment)
  }
}

async function sendAgain(
  { shop, findings }: Comparison,
  refund: RefundFacts,
  kind: 'refund was missing' | 'refund is unknown to the provider',
) {
  // Where it moved meanwhile there is nothing to mend.
  if (!(await requeueRefund(shop.db, refund))) return
  const detail = `${money(refund.amountPaise)} of ${refund.paymentId}, ${refund.status} here`
  findings.push({ kind, subject: refund.id, detail, action: SENT_AGAIN })
}

/** Looks after a refund that was sent, but that the provider's list of the period does not hold. */
async function lookAfter(comparison: Comparison, refund: RefundFacts): Promise<void> {
  const { provider, signal } = comparison
  const patience = { timeoutMs: BACKGROUND_CALL_MS, signal }
  const { paymentId, providerRefundId, amountPaise } = refund
  if (providerRefundId !== null) {
    const told = await orUnknown(provider.getRefund(providerRefundId, patience))
    if (told) return comparePage(comparison, [told])
  } else {
    const payment = await orUnknown(provider.getPayment(paymentId, patience))
    if (payment && payment.amountRefundedPaise >= amountPaise) return
  }
  await sendAgain(comparison, refund, 'refund is unknown to the provider')
}

/** Asks the money of cancelled orders back where nobody did, and sends what would never be sent. */
async function findMissing(comparison: Comparison): Promise<void> {
  const { shop, findings } = comparison
  for (const { checkoutId, paymentId, amountPaise } of await listUnrefunded(
    shop.db,
    shop.payment.isSandbox,
    MOST_ASKED,
  )) {
    await settle(shop, checkoutId, { id: paymentId, amountPaise, status: 'captured' })
    const detail = `${money(amountPaise)} of a cancelled order`
    findings.push({ kind: 'refund was missing', subject: paymentId, detail, action: 'asked for' })
  }
  for (const refund of await listStuckRefunds(shop.db, shop.payment.isSandbox, MOST_ASKED)) {
    await sendAgain(comparison, refund, 'refund was missing')
  }
}

/**
 * Compares the refunds that were made in the period at the provider with those that the shop knows, both ways, and mends
 * what differs. Answers how many the provider has.
 */
export async function compareRefunds(comparison: Comparison): Promise<number> {
  const { shop, provider, period, signal } = comparison
  const told: string[] = []
  const patience = { timeoutMs: BACKGROUND_CALL_MS, signal }
  for await (const page of pagesOf((part) =>
    provider.listRefunds({ from: period.from, to: period.to, ...part, ...patience }),
  )) {
    told.push(...page.map(({ id }) => id))
    await comparePage(comparison, page)
  }
  for (const refund of await listOtherRefunds(shop.db, period, told, MOST_ASKED)) await lookAfter(comparison, refund)
  await findMissing(comparison)
  return told.length
}
