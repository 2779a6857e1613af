import type { Placeholder } from '#contract/words/placeholders.ts'

import { button, paragraphs, word, type Word } from '#contract/words/define-word.ts'

export const NOT_YOU = 'Was it not you? Then please act at once.'

/** Mailboxes show about sixty characters. Subjects that were saved when there was more room still count. */
export const SUBJECT_LENGTH = { max: 60, savedMax: 80 } as const

/** It begins with what happened. */
export const subject = (text: string, ...needs: Placeholder[]) => word('Subject', text, { ...SUBJECT_LENGTH, needs })
export const preheader = (text: string) =>
  word('Beside the subject', text, { hint: 'What mailboxes show beside the subject.' })
export const opening = (text: string, ...needs: Placeholder[]) => paragraphs('Text', text, { needs })
export const lead = (text: string) => word('Above the button', text, { max: 300 })
export const closing = (text: string) => paragraphs('Last words', text)

export interface MailWords {
  title: string
  /** What may stand in its words, besides the shop's name. */
  placeholders: readonly Placeholder[]
  words: Readonly<Record<string, Word>>
}
export const mail = <const Words extends MailWords['words']>(
  title: string,
  placeholders: readonly Placeholder[],
  words: Words,
) => ({
  title,
  placeholders,
  words,
})

/** The mail that tells of a change of what lets into an account. */
export const notice = (title: string, about: string, event: string) =>
  mail(title, ['date'], {
    subject: subject(about),
    preheader: preheader(NOT_YOU),
    opening: opening(`Since {date} ${event}.`, 'date'),
    lead: lead(
      'Was it not you? Then choose a new password by a link that we send to this address; it ends every passkey and every session:',
    ),
    button: button('Choose a new password'),
  })
