import { createHash } from 'node:crypto'

import { conflict, invalidField } from '#server/errors.ts'

const CURSOR = /^([0-9a-f]{8})-(0|[1-9]\d{0,14})$/

/** How the numbers of this database are told from those of another one. */
export const epochOf = (secret: Uint8Array): string => createHash('sha256').update(secret).digest('hex').slice(0, 8)

/** A place in the changes, as a program keeps it. */
export const cursorOf = (epoch: string, number: number): string => `${epoch}-${number}`

/**
 * The number that a program has read up to; 0 without a cursor. Throws `invalid` for what is no cursor, and `conflict`
 * for one of before a backup was restored, because its numbers mean something else now.
 */
export function numberIn(cursor: string | undefined, epoch: string, last: number): number {
  if (cursor === undefined) return 0
  const [, ofEpoch, digits] = CURSOR.exec(cursor) ?? []
  if (ofEpoch === undefined) throw invalidField('cursor', 'This is no cursor of an answer.')
  const number = Number(digits)
  if (ofEpoch !== epoch || number > last) {
    throw conflict(
      'This cursor is from before the shop was restored from a backup. Please read without one, from the start.',
    )
  }
  return number
}
