import type { ColumnType, JSONColumnType } from 'kysely'

import type { CreatedAt } from '#server/db/shared-columns.ts'

/** A size as an agent named it, which need not exist any more, and how many of it. */
export interface ChosenLine {
  id: string
  quantity: number
}

export interface AgentTables {
  /** What programs have put together for people. */
  agentChoices: {
    id: string
    kind: 'cart' | 'checkout'
    token: string
    lines: JSONColumnType<ChosenLine[], string, string>
    /** Of offers, as an agent typed them. */
    codes: ColumnType<string[], string | undefined, string>
    cartId: string | null
    cancelledAt: Date | null
    takenBy: string | null
    takenAt: Date | null
    createdAt: CreatedAt
    expiresAt: Date
  }

  /** What was answered to a call that may be repeated; null while the first one runs. */
  agentAnswers: {
    keyHash: Uint8Array
    requestHash: Uint8Array
    answer: ColumnType<{ status: number; body: object } | null, null, string>
    createdAt: CreatedAt
  }
}
