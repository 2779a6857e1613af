import type { Generated, GeneratedAlways } from 'kysely'

import type { CreditMove } from '#contract/accounts/store-credit-moves.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

export interface StoreCreditTables {
  /** What a customer was given, and what is left of it. */
  storeCredits: {
    id: string
    userId: string
    givenPaise: number
    leftPaise: number
    /** In the words of whoever gave it; the customer reads them. */
    reason: string
    /** The last day in India on which it counts; null where it does not end. */
    expiresOn: string | null
    createdAt: CreatedAt
    warnedAt: Date | null
  }

  /** Every change of it, for ever. */
  storeCreditLedger: {
    id: GeneratedAlways<number>
    creditId: string
    changePaise: number
    kind: CreditMove
    checkoutId: string | null
    actorId: string | null
    reason: string | null
    at: Generated<Date>
  }
}
