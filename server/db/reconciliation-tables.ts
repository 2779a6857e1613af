import type { Generated, JSONColumnType } from 'kysely'

import type { ReconciliationState } from '#contract/orders/reconciliation-finding-kinds.ts'
import type { Finding } from '#contract/orders/reconciliation.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** A difference as a comparison stores it. */
export interface StoredFinding extends Finding {
  /** The payment that it is about. Missing in findings from before it was stored, as is the amount. */
  paymentId?: string
  /** What the provider says, and the shop where the provider says nothing. */
  amountPaise?: number
}

export interface ReconciliationTables {
  /** Comparisons of the provider's records with the shop's. */
  reconciliations: {
    id: string
    actorId: string | null
    status: ReconciliationState
    fromAt: Date
    toAt: Date
    createdAt: CreatedAt
    leaseEndsAt: Date | null
    finishedAt: Date | null
    payments: Generated<number>
    orders: Generated<number>
    refunds: Generated<number>
    mismatches: Generated<number>
    findings: JSONColumnType<StoredFinding[], string | undefined, string>
    failure: string | null
  }

  /** What a person has dealt with. */
  dealtFindings: {
    kind: string
    subject: string
    amountPaise: number | null
    note: string
    actorId: string | null
    at: Generated<Date>
    /** Why an order was cancelled, in the words of whoever did it. */
    reason: string | null
  }
}
