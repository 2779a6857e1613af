import type { ProviderPayment } from '#server/payments/provider-answers.ts'

import { recordChange } from '#server/audit/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { cancelByShop } from '#server/orders/change-status.ts'
import { findOrderState } from '#server/orders/order-status-queries.ts'
import { pagesOf } from '#server/orders/reconciliation/provider-lookups.ts'
import { LEFT, money, reportFinding, type Comparison } from '#server/orders/reconciliation/report-finding.ts'
import {
  listPaymentFacts,
  listUnreportedPayments,
  updateAmount,
  type PaymentFacts,
} from '#server/orders/reconciliation/reconciliation-queries.ts'
import { lockCheckout } from '#server/orders/settle-payment-queries.ts'
import { settleProviderPayment, type Settlement } from '#server/orders/settle-payment.ts'
import { orUnknown } from '#server/payments/or-unknown.ts'

function actionOf(settlement: Settlement): string {
  if (settlement.kind === 'ordered') return 'settled: it has its order'
  if (settlement.kind === 'recorded') return 'noted'
  return settlement.reason === 'amount differs'
    ? 'quarantined: no order comes of it, and it goes back'
    : `refunded: ${settlement.reason}`
}

/** Settles money that the shop did not know of. */
async function settleUnknown(comparison: Comparison, payment: ProviderPayment, { totalPaise }: PaymentFacts) {
  const settlement = await settleProviderPayment(comparison.shop, payment)
  // Its event, or the check of open payments, was faster.
  if (!settlement) return
  const isExact = payment.amountPaise === totalPaise
  const captured = `${money(payment.amountPaise)} captured`
  reportFinding(comparison, isExact ? 'captured payment was not known' : 'amount differs', payment, {
    detail: isExact ? `${captured} at the provider` : `${captured}, ${money(totalPaise ?? 0)} asked for`,
    action: actionOf(settlement),
  })
}

/** Takes over the provider's amount. If the order costs something else, it is cancelled, and its money is refunded. */
async function correctAmount(comparison: Comparison, payment: ProviderPayment, facts: PaymentFacts) {
  const { shop } = comparison
  const { id: paymentId, amountPaise } = payment
  const { checkoutId } = facts
  const isExact = amountPaise === facts.totalPaise
  const isCorrected =
    checkoutId !== null &&
    (await inTransaction(shop.db, async (db) => {
      await lockCheckout(db, checkoutId)
      // The order may have been delivered since the facts were read.
      const order = await findOrderState(db, checkoutId)
      if (order?.status === 'delivered') return false
      if (!(await updateAmount(db, paymentId, amountPaise))) return false
      const [before, after] = [{ amountPaise: facts.amountPaise }, { amountPaise }]
      await recordChange(db, null, 'payment.corrected', ['payment', paymentId], { before, after })
      if (!isExact) await cancelByShop(db, checkoutId)
      return true
    }))
  if (isCorrected && !isExact) shop.tags.outdate(CATALOGUE)
  const action = isExact ? 'corrected here' : 'quarantined: its order is cancelled, and it goes back'
  const detail = `${money(amountPaise)} at the provider, ${money(facts.amountPaise ?? 0)} here`
  reportFinding(comparison, 'amount differs', payment, { detail, action: isCorrected ? action : LEFT })
}

async function compareOne(comparison: Comparison, payment: ProviderPayment, facts: PaymentFacts): Promise<void> {
  if (payment.status !== 'captured' && payment.status !== 'refunded') return
  if (facts.checkoutId === null) {
    const action = `${LEFT}: it is another shop's, or was made by a link at the provider; send its goods or return it by hand`
    return reportFinding(comparison, 'payment of no checkout here', payment, {
      detail: money(payment.amountPaise),
      action,
    })
  }
  if (facts.status !== 'captured') return settleUnknown(comparison, payment, facts)
  if (facts.amountPaise !== payment.amountPaise) return correctAmount(comparison, payment, facts)
}

async function comparePage(comparison: Comparison, payments: readonly ProviderPayment[]): Promise<void> {
  const facts = await listPaymentFacts(comparison.shop.db, payments)
  const factsById = new Map(facts.map((one) => [one.paymentId, one]))
  // Oldest first: of two payments of one checkout the first one makes the order.
  for (const payment of payments.toReversed()) {
    const known = factsById.get(payment.id)
    if (known) await compareOne(comparison, payment, known)
  }
}

/**
 * Compares the provider's payments of the period with the shop's, both ways, and corrects the differences. Returns how
 * many the provider has.
 */
export async function comparePayments(comparison: Comparison): Promise<number> {
  const { shop, period, call } = comparison
  const reportedIds: string[] = []
  for await (const page of pagesOf((part) => shop.provider.listPayments({ ...period, ...part, ...call }))) {
    reportedIds.push(...page.map(({ id }) => id))
    await comparePage(comparison, page)
  }
  for (const known of await listUnreportedPayments(shop.db, period, reportedIds)) {
    const payment = await orUnknown(shop.provider.getPayment(known.id, call))
    if (payment) await comparePage(comparison, [payment])
    else {
      reportFinding(comparison, 'payment is unknown to the provider', known, { detail: 'captured here', action: LEFT })
    }
  }
  return reportedIds.length
}
