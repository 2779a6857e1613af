import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { PrepareMail } from '#server/mails/due-mail.ts'
import type { ExampleProduct } from '#server/mails/example-order.ts'
import type { MailDraft } from '#server/mails/order-mail-parts.ts'

/** A row of the mail list. */
export interface MailEntry {
  /** When it goes, and to whom. */
  when: string
  /** The mail with example data, made like one that is sent. */
  example: (shop: MailShop, products: readonly ExampleProduct[]) => MailContent
  /** How one that is due is written; null for a mail that only goes in place of others. */
  prepare: PrepareMail | null
}

/** When and to whom the mails with example data are: longer ago than any mail waits. */
export const AT = '2026-11-20T09:30:00.000Z'
export const ON = new Date(AT)
export const TOKEN = 'example-link-that-leads-nowhere'
export const CUSTOMER = 'Asha Rao'
export const about = { key: 'example', customerName: CUSTOMER }

/** The content of a draft that goes to a confirmed address. */
export function exampleContent(draft: MailDraft | undefined): MailContent {
  if (!draft?.content) throw new Error('This example has no content.')
  return draft.content
}

export const linkOf = ({ publicUrl }: MailShop) => `${publicUrl}/order-status/${TOKEN}`
