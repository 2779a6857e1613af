import type { ColumnType, Generated, JSONColumnType } from 'kysely'

import type { ReconciliationState } from '#contract/reconciliation-kinds.ts'
import type { Finding } from '#contract/reconciliation.ts'

/** Comparisons of the provider's books with the shop's. */
export interface Reconciliations {
  id: string
  actorId: string | null
  status: ReconciliationState
  fromAt: Date
  toAt: Date
  createdAt: ColumnType<Date, Date | undefined, never>
  leaseEndsAt: Date | null
  finishedAt: Date | null
  payments: Generated<number>
  orders: Generated<number>
  refunds: Generated<number>
  mismatches: Generated<number>
  findings: JSONColumnType<Finding[], string | undefined, string>
  failure: string | null
}
