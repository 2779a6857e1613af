import { createHash } from 'node:crypto'

import { newId } from '#server/db/new-id.ts'

const ID_LENGTH = newId().length
const HASH_LENGTH = 10

const ownerHashOf = (userId: string, id: string) =>
  createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, HASH_LENGTH)

/** A new id for a line in this customer's cart. It ends with a hash of its owner. */
export function newLineId(userId: string): string {
  const id = newId()
  return id + ownerHashOf(userId, id)
}

/**
 * True for the id of a line of this customer, also after the line was removed. It distinguishes a repeated removal from
 * the removal of a line that never existed, without a list of removed lines. The hash is no secret: a caller who
 * computes one only learns that their own cart has not changed.
 */
export function isLineIdOf(userId: string, lineId: string): boolean {
  const id = lineId.slice(0, ID_LENGTH)
  return lineId === id + ownerHashOf(userId, id)
}
