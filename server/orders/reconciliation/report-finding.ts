import type { Finding } from '#contract/orders/reconciliation.ts'
import type { StoredFinding } from '#server/db/reconciliation-tables.ts'
import type { Period } from '#server/orders/reconciliation/reconciliation-queries.ts'
import type { CallOptions } from '#server/payments/provider.ts'
import type { Shop } from '#server/start/shop.ts'

import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'

/** A comparison that is running: its period, and what it has found so far. */
export interface Comparison {
  shop: Shop
  period: Period
  /** For each call of the provider. */
  call: CallOptions
  findings: StoredFinding[]
}

/** The action of a finding that changes nothing. */
export const LEFT = 'left for a person'

/** Notes a difference about a payment or a refund: how it shows, and what was done about it. */
export function reportFinding(
  { findings }: Comparison,
  kind: Finding['kind'],
  { id, paymentId = id, amountPaise }: { id: string; paymentId?: string; amountPaise: number },
  { detail, action }: { detail: string; action: string },
): void {
  findings.push({ kind, subject: id, detail, action, paymentId, amountPaise })
}

export const money = (paise: number) => formatTotal(rupeesFromPaise(paise))
