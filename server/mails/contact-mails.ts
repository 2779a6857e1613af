import type { MailContent, MailShop } from '#contract/words/mail-content.ts'

import { cut } from '#contract/words/mail-content.ts'
import { greeting, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

interface ContactMail {
  key: string
  ticket: string
  /** The answer; null for the mail with the number. */
  text: string | null
}

const PREHEADER_LENGTH = 90

/**
 * The mail to the sender of a message. Anybody may have typed the address, so nothing of the message is in it: its
 * number, and in an answer the words of the shop.
 */
export function contactMail({ key, ticket, text }: ContactMail, shop: MailShop): { id: string; content: MailContent } {
  const [id, about] = [`${key}.contact`, { ticket }]
  if (text === null) {
    const blocks = [
      greeting(shop),
      ...sayParagraphs(shop, 'message-received.opening', about),
      ...sayParagraphs(shop, 'message-received.closing', about),
    ]
    const subject = say(shop, 'message-received.subject', about)
    const preheader = say(shop, 'message-received.preheader', about)
    return { id, content: { name: 'message-received', subject, preheader, blocks } }
  }
  const blocks = [greeting(shop), text, ...sayParagraphs(shop, 'message-answered.closing', about)]
  const subject = say(shop, 'message-answered.subject', about)
  return { id, content: { name: 'message-answered', subject, preheader: cut(text, PREHEADER_LENGTH), blocks } }
}
