import { sql, type RawBuilder } from 'kysely'

/** A trigram index finds only words of three letters and more. */
export const hasTrigram = (text: string) => /[\p{Letter}\p{Number}]{3}/u.test(text)

/**
 * Whether a column that was stored through `plain_text`, without case and accents, contains the text. No character is a wildcard.
 * The text is prepared once, in a subquery; a cached plan would prepare it again for each row.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return hasTrigram(text)
    ? sql<boolean>`${column} like (select pattern_of(${text}))`
    : sql<boolean>`strpos(${column}, (select plain_text(${text}))) > 0`
}
