import type { MailName } from '#contract/words/mail-names.ts'
import type { Word } from '#contract/words/define-word.ts'
import type { Placeholder } from '#contract/words/placeholders.ts'

import { EVERY_MAIL_WORDS } from '#contract/words/every-mail-words.ts'
import { MAIL_WORDS } from '#contract/words/mail-words.ts'
import { SCREEN_WORDS } from '#contract/words/screen-words.ts'

type NamesIn<Rows> = Rows extends Record<string, unknown> ? keyof Rows & string : never
type ScreenWordName = {
  [Place in keyof typeof SCREEN_WORDS]: NamesIn<(typeof SCREEN_WORDS)[Place]>
}[keyof typeof SCREEN_WORDS]
/** A word of one mail, such as `order-received.subject`. */
export type MailWordName =
  | { [Name in MailName]: `${Name}.${NamesIn<(typeof MAIL_WORDS)[Name]['words']>}` }[MailName]
  | keyof typeof EVERY_MAIL_WORDS
export type WordName = ScreenWordName | MailWordName

/** A word with its place on the screen of words. */
export interface PlacedWord extends Word {
  name: WordName
  group: string
  placeholders: readonly Placeholder[]
}

const EVERY_MAIL = 'Every mail'

const placed = (
  group: string,
  words: Readonly<Record<string, Word>>,
  placeholders: readonly Placeholder[],
  prefix = '',
) =>
  Object.entries(words).map(([name, word]): PlacedWord => ({
    placeholders,
    ...word,
    name: `${prefix}${name}` as WordName,
    group,
  }))

/**
 * Every text of the shop that its owner may replace, in the order of their screen. Each is a setting too, so that its
 * checks, its call, the audit log and undoing follow from its row.
 */
export const WORDS: readonly PlacedWord[] = [
  ...Object.entries(SCREEN_WORDS).flatMap(([group, words]) => placed(group, words, [])),
  ...placed(EVERY_MAIL, EVERY_MAIL_WORDS, []),
  ...Object.entries(MAIL_WORDS).flatMap(([name, { title, placeholders, words }]) =>
    placed(title, words, ['shop', ...placeholders], `${name}.`),
  ),
]

export const isWordName = (name: string): name is WordName => Object.hasOwn(DEFAULT_WORDS, name)

/** Every word as the shop has it until its owner writes another. */
export const DEFAULT_WORDS = Object.fromEntries(WORDS.map(({ name, default: text }) => [name, text])) as Record<
  WordName,
  string
>
