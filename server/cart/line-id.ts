import { createHash } from 'node:crypto'

import { newId } from '#server/new-id.ts'

const ID_LENGTH = newId().length
const MARK_LENGTH = 10

const markOf = (userId: string, id: string) =>
  createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, MARK_LENGTH)

/** A new id for a line in this customer's cart. It carries a mark of its owner. */
export function newLineId(userId: string): string {
  const id = newId()
  return id + markOf(userId, id)
}

/**
 * True for an id that was made for a line of this customer, also when the line is gone since. So a repeated removal can
 * be told from that of a line which never was, without keeping a list of what was removed. No secret: whoever makes up
 * an id of their own only hears that their own cart is as it is.
 */
export function isLineIdOf(userId: string, lineId: string): boolean {
  const id = lineId.slice(0, ID_LENGTH)
  return lineId === id + markOf(userId, id)
}
