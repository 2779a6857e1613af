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

  /** Mails about another e-mail address of an account: a link to the new one, and word to the one before. */
  emailChanges: {
    id: string
    userId: string
    kind: 'link' | 'told'
    email: string
    emailKey: string
    isConfirmed: boolean
    tokenHash: Uint8Array | null
    expiresAt: Date | null
    askedAt: Generated<Date>
    mailDueAt: Generated<Date | null>
    mailOutcome: MailOutcome | null
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
