import { listLostDisputes } from '#server/orders/reconciliation/reconciliation-queries.ts'
import { LEFT, money, reportFinding, type Comparison } from '#server/orders/reconciliation/report-finding.ts'

/** Reports the money of the period that the bank took back, because no refund of the provider shows it. */
export async function reportLostDisputes(comparison: Comparison): Promise<void> {
  for (const { id, paymentId, amountPaise } of await listLostDisputes(comparison.shop.db, comparison.period)) {
    reportFinding(
      comparison,
      'money lost in a dispute',
      { id, paymentId, amountPaise },
      {
        detail: `${money(amountPaise)} of ${paymentId}`,
        action: `${LEFT}: the bank has paid the buyer; book it as lost`,
      },
    )
  }
}
