import { z } from 'zod'

import { ORDER_STATUSES, STATUS_FACTS } from '#contract/states/order-states.ts'

/** Every mail that the shop sends. What each says, and when, stands in `server/mails/mail-list.ts`. */
export const MAIL_NAMES = [
  ...ORDER_STATUSES.map((status) => STATUS_FACTS[status].mail),
  'order-paid',
  'cash-order-code',
  'pieces-cancelled',
  'order-changed',
  'parcel-undelivered',
  'return-asked',
  'return-approved',
  'return-pick-up',
  'return-refused',
  'return-received',
  'return-lost',
  'return-delivered',
  'return-paid',
  'return-exchange-ended',
  'refund-done',
  'payment-returned',
  'first-mail',
  'confirm-address',
  'confirm-new-address',
  'address-changed',
  'password-changed',
  'passkey-added',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'new-password',
  'sign-in-code',
  'account-erasure',
  'back-in-stock',
  'credit-given',
  'credit-ends',
  'message-received',
  'message-answered',
  'staff-invitation',
  'key-made',
  'webhook-paused',
] as const
const Name = z.enum(MAIL_NAMES, { error: 'There is no such mail.' })
export type MailName = z.infer<typeof Name>

export const MailQuery = z.strictObject({ mail: Name.optional() })
export type MailQuery = z.input<typeof MailQuery>

/** A mail with words that are not saved yet; those that are not sent are as they are. */
export const WordsPreview = z.strictObject({ mail: Name, words: z.record(z.string().max(60), z.string().max(8000)) })
export type WordsPreview = z.infer<typeof WordsPreview>

/** One mail with example data, as it is sent. */
export const MailPreview = z.object({
  name: Name,
  subject: z.string(),
  preheader: z.string(),
  text: z.string(),
  html: z.string(),
})
export type MailPreview = z.infer<typeof MailPreview>

/** All mails with example data, and one of them as it is sent. */
export const MailPreviews = z.object({
  mails: z.array(z.object({ name: Name, title: z.string(), when: z.string(), subject: z.string() })),
  shown: MailPreview,
})
export type MailPreviews = z.infer<typeof MailPreviews>
