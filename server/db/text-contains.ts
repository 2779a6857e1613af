import { sql, type RawBuilder } from 'kysely'

/** A trigram index finds words of three letters and more; for shorter ones it is no help. */
export const hasTrigram = (text: string) => /[\p{Letter}\p{Number}]{3}/u.test(text)

/**
 * Whether the text stands anywhere in a column that is kept as `plain_text` makes it: without case and accents. Every sign
 * is an ordinary one. The text is prepared once, in a query of its own: a plan that is kept would do so again for each row.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return hasTrigram(text)
    ? sql<boolean>`${column} like (select pattern_of(${text}))`
    : sql<boolean>`strpos(${column}, (select plain_text(${text}))) > 0`
}
