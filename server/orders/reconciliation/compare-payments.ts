import type { ProviderPayment } from '#server/payments/provider-answers.ts'

import {
  correctAmount,
  listOtherPayments,
  listPaymentFacts,
  type PaymentFacts,
} from '#server/orders/reconciliation/comparison-queries.ts'
import { cancelByShop } from '#server/orders/cancel.ts'
import {
  LEFT,
  money,
  MOST_ASKED,
  orUnknown,
  pagesOf,
  type Comparison,
} from '#server/orders/reconciliation/comparison.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockCheckout } from '#server/orders/settle-queries.ts'
import { askAndSettle } from '#server/orders/checkout/ask-and-settle.ts'
import { findOrderState } from '#server/orders/status-queries.ts'
import type { Settlement } from '#server/orders/settle.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'

const hasMoney = ({ status }: ProviderPayment) => status === 'captured' || status === 'refunded'

function actionOf(settlement: Settlement): string {
  switch (settlement.kind) {
    case 'ordered':
      return 'settled: it has its order'
    case 'refused':
      return settlement.reason === 'amount differs'
        ? 'quarantined: no order comes of it, and it goes back'
        : `refunded: ${settlement.reason}`
    case 'noted':
      return 'noted'
  }
}

/** Settles money that the shop did not know to be there, the same way as every payment. */
async function learn({ shop, findings }: Comparison, payment: ProviderPayment, { totalPaise }: PaymentFacts) {
  const settlement = await askAndSettle(shop, payment)
  // Nothing to settle: its event, or the sweep, came first.
  if (!settlement) return
  const isExact = payment.amountPaise === totalPaise
  findings.push({
    kind: isExact ? 'captured payment was not known' : 'amount differs',
    subject: payment.id,
    detail: isExact
      ? `${money(payment.amountPaise)} captured at the provider`
      : `${money(payment.amountPaise)} captured, ${money(totalPaise ?? 0)} asked for`,
    action: actionOf(settlement),
  })
}

/** Takes the provider's amount over; an order that costs something else is cancelled, and its money goes back. */
async function correct({ shop, findings }: Comparison, payment: ProviderPayment, facts: PaymentFacts) {
  const { checkoutId, totalPaise } = facts
  const isExact = payment.amountPaise === totalPaise
  const isMended =
    checkoutId !== null &&
    (await inTransaction(shop.db, async (db) => {
      await lockCheckout(db, checkoutId)
      // The facts are as old as the page they came with: it may have been delivered since.
      const order = await findOrderState(db, checkoutId)
      if (order?.status === 'delivered') return false
      if (!(await correctAmount(db, payment.id, payment.amountPaise))) return false
      if (!isExact) await cancelByShop(db, checkoutId)
      return true
    }))
  if (isMended && !isExact) shop.tags.outdate(CATALOGUE)
  findings.push({
    kind: 'amount differs',
    subject: payment.id,
    detail: `${money(payment.amountPaise)} at the provider, ${money(facts.amountPaise ?? 0)} here`,
    action: isMended ? (isExact ? 'corrected here' : 'quarantined: its order is cancelled, and it goes back') : LEFT,
  })
}

async function compareOne(comparison: Comparison, payment: ProviderPayment, facts: PaymentFacts): Promise<void> {
  if (!hasMoney(payment)) return
  if (facts.checkoutId === null) {
    comparison.findings.push({
      kind: 'payment of no checkout here',
      subject: payment.id,
      detail: money(payment.amountPaise),
      action: `${LEFT}: the account may serve another shop`,
    })
    return
  }
  if (facts.status !== 'captured') return learn(comparison, payment, facts)
  if (facts.amountPaise !== payment.amountPaise) return correct(comparison, payment, facts)
}

async function comparePage(comparison: Comparison, payments: readonly ProviderPayment[]): Promise<void> {
  const facts = await listPaymentFacts(
    comparison.shop.db,
    payments.map(({ id, orderId }) => ({ id, orderId })),
  )
  const byId = new Map(facts.map((one) => [one.paymentId, one]))
  // Oldest first: of two payments of one checkout the first one makes the order.
  for (const payment of payments.toReversed()) {
    const known = byId.get(payment.id)
    if (known) await compareOne(comparison, payment, known)
  }
}

/**
 * Compares the payments that were made in the period at the provider with those that the shop knows, both ways, and mends
 * what differs. Answers how many the provider has.
 */
export async function comparePayments(comparison: Comparison): Promise<number> {
  const { shop, provider, period, signal, findings } = comparison
  const patience = { timeoutMs: BACKGROUND_CALL_MS, signal }
  const told: string[] = []
  for await (const page of pagesOf((part) =>
    provider.listPayments({ from: period.from, to: period.to, ...part, ...patience }),
  )) {
    told.push(...page.map(({ id }) => id))
    await comparePage(comparison, page)
  }
  for (const id of await listOtherPayments(shop.db, period, told, MOST_ASKED)) {
    const payment = await orUnknown(provider.getPayment(id, patience))
    if (payment) {
      await comparePage(comparison, [payment])
      continue
    }
    findings.push({ kind: 'payment is unknown to the provider', subject: id, detail: 'captured here', action: LEFT })
  }
  return told.length
}
