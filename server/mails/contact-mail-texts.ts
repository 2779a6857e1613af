import type { MailContent, MailShop } from '#contract/mails/mail-content.ts'

import { cut, oneLine } from '#contract/mails/mail-content.ts'

interface ContactMail {
  key: string
  ticket: string
  /** The answer; null for the mail with the number. */
  text: string | null
}

const PREHEADER_LENGTH = 90

/**
 * The mail to the sender of a message. Anybody may have typed the address, so nothing of the message is in it: its number, and
 * in an answer the words of the shop.
 */
export function contactMail({ key, ticket, text }: ContactMail, shop: MailShop): { id: string; content: MailContent } {
  const id = `${key}.contact`
  if (text === null) {
    const blocks = [
      'Hello,',
      `We have received your message. Its number is ${ticket}. We answer by e-mail.`,
      'Did you not write to us? Then somebody else typed your address, and you need not do anything.',
    ]
    const subject = `Message ${ticket} received`
    return { id, content: { name: 'message-received', subject, preheader: 'We answer by e-mail.', blocks } }
  }
  const blocks = [
    'Hello,',
    text,
    `This answers your message ${ticket}. To write to us again, please use the form and name that number.`,
  ]
  const subject = `Answer from ${oneLine(shop.shopName)} to your message ${ticket}`
  return { id, content: { name: 'message-answered', subject, preheader: cut(text, PREHEADER_LENGTH), blocks } }
}
