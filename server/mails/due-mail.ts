import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { MailName } from '#contract/words/mail-names.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { MailOutcome, MailPayload } from '#server/db/mail-tables.ts'
import type { Shop } from '#server/start/shop.ts'

/** A mail that is due and was claimed by this process. */
export interface DueMail {
  name: MailName
  /** The id of what it is about, or of the mail itself. */
  key: string
  /** The account whose present address it goes to, or that it is about. */
  userId: string | null
  /** Where it goes, or what was asked for, if that is not an account's present address. */
  email: string | null
  payload: MailPayload
  /** When what it tells happened. */
  at: Date
  waitedSeconds: number
  /** It has gone out before, and there is more to tell since. */
  isAgain: boolean
}

/** What the mails of one round share. */
export interface MailRound {
  shop: Shop
  mailShop: MailShop
  /** An order that a mail of the round is about; undefined if it is gone. */
  findOrder: (id: string) => Order | undefined
  /** The secret part of the link that shows an order without signing in. */
  orderToken: (id: string) => string
}

/** A mail that may go, or why it may not. `id` is what mailboxes know it by. */
export type Prepared = { id: string; to: string; content: MailContent } | { id: string; refusal: MailOutcome }

/**
 * Writes a mail to its receiver of now and counts it; undefined where it is no longer true or wanted, and 'not yet'
 * where it is not true at this moment.
 */
export type PrepareMail = (round: MailRound, mail: DueMail) => Promise<Prepared | 'not yet' | undefined>
