import { randomBytes } from 'node:crypto'
import type { z } from 'zod'

import type { Key, KeyMaking } from '#contract/accounts/keys.ts'
import type { Db } from '#server/db/database.ts'

import { KEY_LIMITS, KEY_PREFIX } from '#contract/accounts/key-limits.ts'
import { countLiveKeys, insertKey, listKeyRows, queueKeyMails, setEnded } from '#server/accounts/keys/key-queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { lockStaffFor } from '#server/accounts/staff/staff.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'

const KEY_BYTES = 32
const MAX_LISTED = 500

const newKey = () => `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`

/** The keys that work, and the newest of those that have ended. */
export const listKeys = (db: Db): Promise<Key[]> => listKeyRows(db, MAX_LISTED)

async function getKey(db: Db, keyId: string): Promise<Key> {
  const [key] = await listKeyRows(db, 1, keyId)
  if (!key) throw notFound('Key')
  return key
}

/**
 * Makes a key, records it and queues the mails that tell the owners. Only this answer ever has the key itself. Throws
 * `invalid` for an end that is past or too far, `conflict` for more keys than a shop needs, and `forbidden` if the
 * caller is no longer an owner.
 */
export function makeKey(
  db: Db,
  { name, areas, expiresAt }: z.output<typeof KeyMaking>,
  actorId: string,
): Promise<Key & { key: string }> {
  const [id, key] = [newId(), newKey()]
  return inTransaction(db, async (db) => {
    await lockStaffFor(db, actorId)
    if ((await countLiveKeys(db)) >= KEY_LIMITS.live) {
      throw conflict(`A shop has at most ${KEY_LIMITS.live} keys. Please end one first.`)
    }
    const isStored = await insertKey(db, {
      id,
      name,
      areas,
      keyHash: hashOf(key),
      madeBy: actorId,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      mostDays: KEY_LIMITS.days,
    })
    if (!isStored) throw invalidField('expiresAt', 'A key ends within a year from now.')
    const made = await getKey(db, id)
    const after = { name, areas: areas.join(', '), expiresAt: made.expiresAt }
    await recordChange(db, actorId, 'make key', ['key', id], { after })
    await queueKeyMails(db, id)
    return { ...made, key }
  })
}

/**
 * Ends a key: from the next call on it opens nothing, in any process. Throws `not_found`, also for one that has ended.
 */
export async function endKey(db: Db, keyId: string, actorId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockStaffFor(db, actorId)
    if (!(await setEnded(db, keyId))) throw notFound('Key')
    const { name } = await getKey(db, keyId)
    await recordChange(db, actorId, 'end key', ['key', keyId], { before: { name } })
  })
}
