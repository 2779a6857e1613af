import { paragraphs, word } from '#contract/words/define-word.ts'

/** The words that several mails have. */
export const EVERY_MAIL_WORDS = {
  mailGreeting: word('Greeting', 'Hello {name},', {
    placeholders: ['shop', 'name'],
    hint: 'Where the name is not known or not confirmed, it is left out together with its comma.',
  }),
  mailStatusLead: word('Above the button of an order', 'How your order stands, without logging in:', {
    max: 300,
    placeholders: ['shop'],
  }),
  mailStatusButton: word('Button of an order', 'See your order', { max: 40, placeholders: ['shop'] }),
  mailClosing: paragraphs('Last words', '', {
    max: 500,
    isOptional: true,
    placeholders: ['shop'],
    hint: 'At the end of every mail, above the shop’s address. Empty: none.',
  }),
} as const
