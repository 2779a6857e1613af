import type { Generated } from 'kysely'

import type { MailOutcome } from '#server/db/order-tables.ts'

/** What becomes of accounts. */
export interface AccountTables {
  emailConfirmations: {
    tokenHash: Uint8Array
    userId: string
    emailKey: string
    expiresAt: Date
  }

  /** Accounts that their owners asked to have erased. */
  accountErasures: {
    userId: string
    mailId: string
    tokenHash: Uint8Array | null
    askedAt: Generated<Date>
    erasesAt: Date
    mailDueAt: Generated<Date | null>
    mailOutcome: MailOutcome | null
  }
}
