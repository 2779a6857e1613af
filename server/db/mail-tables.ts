import type { ColumnType, Generated } from 'kysely'

import type { MailName } from '#contract/words/mail-names.ts'

/** What became of a mail: sent, or why it was not. */
export type MailOutcome = 'sent' | 'unconfirmed' | 'limited' | 'outdated' | 'failed'

/**
 * What the mails to a mailbox are counted by: those for a new password, those with a code, answers to messages, links
 * to a new address, all others.
 */
export type MailBudget = 'account' | 'password' | 'code' | 'message' | 'new address'

/** What a mail has to know besides its key. Each takes its own part. */
export interface MailPayload {
  /** Whether the mail's own address was confirmed by an account when it was queued. */
  isConfirmed?: boolean
  /** Who asked, in hexadecimal: the browser for a code, the network for a link. */
  asker?: string | null
  /** No mail goes out: the newest link that was sent works again. */
  isRenewal?: boolean
  /** Where it was asked from, as `networksOf` has it, until the mail has ended. */
  networks?: readonly { name: string; share: number }[]
  contactId?: string
  /** Which order a code confirms. */
  orderId?: string
  webhookId?: string
}

export interface MailTables {
  /** Mails that are due, and what became of the others. Whatever is to be told inserts a row in its own transaction. */
  mails: {
    name: MailName
    /** The id of what it is about, or of the mail itself. */
    key: string
    /** The account whose present address it goes to, or that it is about. */
    userId: string | null
    /** Where it goes, or what was asked for, if that is not an account's present address. */
    email: string | null
    payload: ColumnType<MailPayload, string | undefined, string>
    /** When what it tells happened. */
    at: Generated<Date>
    /** Null once it has ended. */
    dueAt: Generated<Date | null>
    outcome: MailOutcome | null
  }
}
