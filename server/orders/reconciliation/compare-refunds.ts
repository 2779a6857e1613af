import type { Finding } from '#contract/orders/reconciliation.ts'
import type { ProviderRefund } from '#server/payments/provider-answers.ts'

import { documentNumber } from '#contract/tax/document-number.ts'
import { pagesOf } from '#server/orders/reconciliation/provider-lookups.ts'
import { LEFT, money, reportFinding, type Comparison } from '#server/orders/reconciliation/report-finding.ts'
import {
  listRefundedPayments,
  listStuckRefunds,
  listUnrefundedPayments,
  listUnreportedRefunds,
  requeueRefund,
  type RefundedPayment,
  type RefundFacts,
} from '#server/orders/reconciliation/reconciliation-queries.ts'
import { recordRefund, REFUND_STATUSES } from '#server/orders/refunds/record-refund.ts'
import { settlePayment } from '#server/orders/settle-payment.ts'
import { orUnknown } from '#server/payments/or-unknown.ts'

async function takeOverStatus(comparison: Comparison, reported: ProviderRefund, known: RefundFacts) {
  // A processed refund does not change by itself: a person has to see why it did.
  const isSaved = known.status !== 'processed'
  if (isSaved) await recordRefund(comparison.shop, reported)
  const detail = `${reported.status} at the provider, ${known.status} here`
  reportFinding(comparison, 'refund status differs', reported, { detail, action: isSaved ? 'taken over' : LEFT })
}

async function saveForeignRefund(comparison: Comparison, reported: ProviderRefund, paymentId: string) {
  const isSaved = await recordRefund(comparison.shop, reported)
  reportFinding(comparison, 'refund that nobody here asked for', reported, {
    detail: `${money(reported.amountPaise)} of ${paymentId}`,
    action: isSaved ? 'taken over: the order counts it, and only the rest goes back from here' : LEFT,
  })
}

/** Lists what was made at the provider and is known here, so that nobody has to look for who gave the money back. */
function listKnownForeign(
  comparison: Comparison,
  reported: ProviderRefund,
  { document }: Pick<RefundedPayment['refunds'][number], 'document'>,
): void {
  const note = document && `, ${document.kind} ${documentNumber(document)}`
  reportFinding(comparison, 'refund made at the provider', reported, {
    detail: `${money(reported.amountPaise)} of ${reported.paymentId}`,
    action: `known: its order counts it${note ?? ''}`,
  })
}

/** The shop's row of a refund, by the provider's id or by what the shop sent along. */
const isSame = (refund: RefundFacts, { id, ownId }: ProviderRefund) =>
  refund.providerRefundId === id || (refund.providerRefundId === null && refund.id === ownId)

async function compareOne(
  comparison: Comparison,
  reported: ProviderRefund,
  { paymentId, refunds }: RefundedPayment,
): Promise<void> {
  const { amountPaise, status } = reported
  const known = refunds.find((refund) => isSame(refund, reported))
  if (!known) return saveForeignRefund(comparison, reported, paymentId)
  if (amountPaise !== known.amountPaise) {
    const detail = `${money(amountPaise)} at the provider, ${money(known.amountPaise)} here`
    return reportFinding(comparison, 'refund amount differs', reported, { detail, action: LEFT })
  }
  if (known.status === 'replaced' && status === 'failed') return
  if (known.status !== REFUND_STATUSES[status]) return takeOverStatus(comparison, reported, known)
  if (known.isForeign && status === 'processed') listKnownForeign(comparison, reported, known)
}

async function comparePage(comparison: Comparison, refunds: readonly ProviderRefund[]): Promise<void> {
  const paymentIds = refunds.map(({ paymentId }) => paymentId)
  const payments = await listRefundedPayments(comparison.shop.db, paymentIds)
  const byPayment = new Map(payments.map((one) => [one.paymentId, one]))
  for (const reported of refunds) {
    const payment = byPayment.get(reported.paymentId)
    if (payment) await compareOne(comparison, reported, payment)
  }
}

async function sendAgain(comparison: Comparison, refund: RefundFacts, kind: Finding['kind']): Promise<void> {
  // It may have changed since it was read.
  if (!(await requeueRefund(comparison.shop.db, refund))) return
  const detail = `${money(refund.amountPaise)} of ${refund.paymentId}, ${refund.status} here`
  reportFinding(comparison, kind, refund, { detail, action: 'sent again' })
}

/** Looks up a refund that was sent, but is missing in the provider's list of the period. */
async function lookUp(comparison: Comparison, refund: RefundFacts): Promise<void> {
  const { shop, call } = comparison
  const { paymentId, providerRefundId, amountPaise } = refund
  if (providerRefundId !== null) {
    const reported = await orUnknown(shop.provider.getRefund(providerRefundId, call))
    if (reported) return comparePage(comparison, [reported])
  } else {
    const payment = await orUnknown(shop.provider.getPayment(paymentId, call))
    if (payment && payment.amountRefundedPaise >= amountPaise) return
  }
  if (!refund.isForeign) return sendAgain(comparison, refund, 'refund is unknown to the provider')
  const detail = `${money(amountPaise)} of ${paymentId}, made at the provider, ${refund.status} here`
  reportFinding(comparison, 'refund is unknown to the provider', refund, { detail, action: LEFT })
}

/** Requests refunds of cancelled orders that have none, and sends those that would never be sent. */
async function findMissing(comparison: Comparison): Promise<void> {
  const { shop, period } = comparison
  for (const { checkoutId, id, amountPaise, restPaise } of await listUnrefundedPayments(shop.db, period)) {
    await settlePayment(shop, checkoutId, { id, amountPaise, status: 'captured' })
    const detail = `${money(restPaise)} of a cancelled order`
    reportFinding(comparison, 'refund was missing', { id, amountPaise: restPaise }, { detail, action: 'asked for' })
  }
  for (const refund of await listStuckRefunds(shop.db, period)) {
    await sendAgain(comparison, refund, 'refund was missing')
  }
}

/**
 * Compares the provider's refunds of the period with the shop's, both ways, and corrects the differences. Returns how
 * many the provider has.
 */
export async function compareRefunds(comparison: Comparison): Promise<number> {
  const { shop, period, call } = comparison
  const reportedIds: string[] = []
  for await (const page of pagesOf((part) => shop.provider.listRefunds({ ...period, ...part, ...call }))) {
    reportedIds.push(...page.map(({ id }) => id))
    await comparePage(comparison, page)
  }
  for (const refund of await listUnreportedRefunds(shop.db, period, reportedIds)) await lookUp(comparison, refund)
  await findMissing(comparison)
  return reportedIds.length
}
