import type { MailShop } from '#contract/words/mail-content.ts'
import type { MailWordName } from '#contract/words/all-words.ts'
import type { PlaceholderValues } from '#contract/words/placeholders.ts'

import { cut, oneLine } from '#contract/words/mail-content.ts'
import { DEFAULT_WORDS } from '#contract/words/all-words.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'

/** The owner's words of this name, or the shop's own, with what the placeholders stand for. */
export const say = (
  shop: Pick<MailShop, 'shopName' | 'words'>,
  name: MailWordName,
  values: PlaceholderValues = {},
): string => fillPlaceholders(shop.words?.[name] ?? DEFAULT_WORDS[name], { shop: oneLine(shop.shopName), ...values })

/** The same as paragraphs: an empty line stands between two. */
export const sayParagraphs = (shop: MailShop, name: MailWordName, values?: PlaceholderValues): string[] =>
  say(shop, name, values)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph !== '')

/** A greeting has room for a name, and not for a sentence. */
const MAX_NAME_LENGTH = 60
export const nameInMail = (name: string) => cut(name, MAX_NAME_LENGTH)

/** The first line of a mail; without a name where nobody has confirmed that the reader is meant. */
export const greeting = (shop: MailShop, name?: string): string =>
  say(shop, 'mailGreeting', { name: name === undefined ? undefined : nameInMail(name) })
