import type { ProviderPayment } from '#server/payments/provider-answers.ts'

import { recordChange } from '#server/audit/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { cancelByShop } from '#server/orders/change-status.ts'
import { findOrderState } from '#server/orders/status-queries.ts'
import { LEFT, money, orUnknown, pagesOf, type Comparison } from '#server/orders/reconciliation/comparison.ts'
import {
  listPaymentFacts,
  listUnreportedPayments,
  updateAmount,
  type PaymentFacts,
} from '#server/orders/reconciliation/reconciliation-queries.ts'
import { lockCheckout } from '#server/orders/settle-queries.ts'
import { settleProviderPayment, type Settlement } from '#server/orders/settle.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

function actionOf(settlement: Settlement): string {
  if (settlement.kind === 'ordered') return 'settled: it has its order'
  if (settlement.kind === 'noted') return 'noted'
  return settlement.reason === 'amount differs'
    ? 'quarantined: no order comes of it, and it goes back'
    : `refunded: ${settlement.reason}`
}

/** Settles money that the shop did not know of. */
async function settleUnknown({ shop, findings }: Comparison, payment: ProviderPayment, { totalPaise }: PaymentFacts) {
  const settlement = await settleProviderPayment(shop, payment)
  // Its event, or the check of open payments, was faster.
  if (!settlement) return
  const isExact = payment.amountPaise === totalPaise
  findings.push({
    kind: isExact ? 'captured payment was not known' : 'amount differs',
    subject: payment.id,
    detail: isExact
      ? `${money(payment.amountPaise)} captured at the provider`
      : `${money(payment.amountPaise)} captured, ${money(totalPaise ?? 0)} asked for`,
    paymentId: payment.id,
    amountPaise: payment.amountPaise,
    action: actionOf(settlement),
  })
}

/** Takes over the provider's amount. If the order costs something else, it is cancelled, and its money is refunded. */
async function correctAmount({ shop, findings }: Comparison, payment: ProviderPayment, facts: PaymentFacts) {
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
      const subject = { subjectType: 'payment', subjectId: paymentId } as const
      await recordChange(db, { actorId: null, action: 'payment.corrected', ...subject, before, after })
      if (!isExact) await cancelByShop(db, checkoutId)
      return true
    }))
  if (isCorrected && !isExact) shop.tags.outdate(CATALOGUE)
  const action = isExact ? 'corrected here' : 'quarantined: its order is cancelled, and it goes back'
  findings.push({
    kind: 'amount differs',
    subject: paymentId,
    detail: `${money(amountPaise)} at the provider, ${money(facts.amountPaise ?? 0)} here`,
    paymentId,
    amountPaise,
    action: isCorrected ? action : LEFT,
  })
}

async function compareOne(comparison: Comparison, payment: ProviderPayment, facts: PaymentFacts): Promise<void> {
  if (payment.status !== 'captured' && payment.status !== 'refunded') return
  if (facts.checkoutId === null) {
    comparison.findings.push({
      kind: 'payment of no checkout here',
      subject: payment.id,
      detail: money(payment.amountPaise),
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      action: `${LEFT}: the account may serve another shop`,
    })
    return
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
 * Compares the provider's payments of the period with the shop's, both ways, and corrects the differences. Returns how many the
 * provider has.
 */
export async function comparePayments(comparison: Comparison): Promise<number> {
  const { shop, period, signal, findings } = comparison
  const options = { timeoutMs: BACKGROUND_CALL_MS, signal }
  const reportedIds: string[] = []
  for await (const page of pagesOf((part) => shop.provider.listPayments({ ...period, ...part, ...options }))) {
    reportedIds.push(...page.map(({ id }) => id))
    await comparePage(comparison, page)
  }
  for (const { id, amountPaise } of await listUnreportedPayments(shop.db, period, reportedIds)) {
    const payment = await orUnknown(shop.provider.getPayment(id, options))
    if (payment) await comparePage(comparison, [payment])
    else {
      const kind = 'payment is unknown to the provider'
      findings.push({ kind, subject: id, detail: 'captured here', action: LEFT, paymentId: id, amountPaise })
    }
  }
  return reportedIds.length
}
