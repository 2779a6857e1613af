import type { Mail } from '#server/mail/mailer.ts'

import { letterHtml } from '#server/mail/letter-html.ts'
import { letterText, subjectOf, type Letter, type MailShop } from '#server/mail/letter.ts'

/** What is sent of a letter: the subject, and the same words as plain text and as HTML. */
export const writeMail = (letter: Letter, shop: MailShop): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: subjectOf(letter),
  text: letterText(letter, shop),
  html: letterHtml(letter, shop),
})
