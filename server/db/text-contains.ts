import { sql, type RawBuilder } from 'kysely'

import { searchWords } from '#contract/catalogue/search/admin-search-words.ts'

/** A trigram index finds only words of three letters and more. */
export const hasTrigram = (text: string) => /[\p{Letter}\p{Number}]{3}/u.test(text)

/**
 * Whether a column that was stored through `plain_text`, without case and accents, contains the text. No character is a
 * wildcard. The text is prepared once, in a subquery; a cached plan would prepare it again for each row.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return hasTrigram(text)
    ? sql<boolean>`${column} like (select pattern_of(${text}))`
    : sql<boolean>`strpos(${column}, (select plain_text(${text}))) > 0`
}

/**
 * A word of a search, and as what it is looked for: anywhere in a text, at the beginning of a word, or as a whole word.
 */
export interface SoughtWord {
  text: string
  as: 'part' | 'beginning' | 'whole'
}

/**
 * The words of a search; a text must have each of them. Beside other words, one letter is a word, such as the size M,
 * and two letters begin one: every text contains them somewhere.
 */
export function soughtWords(search: string | undefined): SoughtWord[] {
  const words = searchWords(search)
  const isAlone = words.length === 1
  return words.map((text) => ({
    text,
    as: isAlone || hasTrigram(text) || text.length > 2 ? 'part' : text.length === 1 ? 'whole' : 'beginning',
  }))
}

/** Whether a column that was stored through `plain_text` has a word of a search. */
export function hasWord(column: RawBuilder<unknown>, { text, as }: SoughtWord): RawBuilder<boolean> {
  if (as === 'part') return contains(column, text)
  const end = as === 'whole' ? ' ' : ''
  return sql<boolean>`strpos(' ' || ${column} || ' ', ' ' || (select plain_text(${text})) || ${end}) > 0`
}
