import type { ColumnType, Generated } from 'kysely'

/** When a row was written; it never changes. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** What became of a mail: sent, or why it was not. */
export type MailOutcome = 'sent' | 'unconfirmed' | 'limited' | 'outdated' | 'failed'

/** What has changed of what lets into an account, so that its address is told. */
export type NoticeKind = 'password' | 'passkey' | 'factor on' | 'factor off' | 'recovery codes' | 'recovery code used'

/** What the mails to a mailbox are counted by: those for a new password, those with a code, answers to messages, links to a new address, all others. */
export type MailBudget = 'account' | 'password' | 'code' | 'message' | 'new address'

/** Columns of a row whose event a mail tells of. */
export interface MailColumns {
  /** Null while none waits. */
  mailDueAt: Date | null
  mailOutcome: MailOutcome | null
}

/** The same in a table whose rows have a mail that is due from the start. */
export interface DueMailColumns extends Omit<MailColumns, 'mailDueAt'> {
  mailDueAt: Generated<Date | null>
}

/** Every table with `MailColumns`. */
export const MAIL_TABLES = [
  'order_steps',
  'refunds',
  'confirmation_mails',
  'contact_mails',
  'recovery_mails',
  'stock_requests',
  'staff_invitations',
  'account_erasures',
  'email_changes',
  'account_notices',
] as const
export type MailTable = (typeof MAIL_TABLES)[number]
