import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { keyUsedOtherwise } from '#server/errors.ts'

/**
 * Claims a caller's key for at least a day, with the transaction. If the caller has used the key before, returns what
 * it was used for. Waits for a call with the same key that is still running.
 */
export async function claimIdempotencyKey(
  db: Db,
  claim: { userId: string; key: string; request: string },
): Promise<string | undefined> {
  const { userId, key, request } = claim
  // One statement, or the key of a day ago could be forgotten between two. A row that was just inserted has no xmax.
  const { rows } = await sql<{ request: string; isNew: boolean }>`
    insert into idempotency_keys as known (user_id, key, request) values (${userId}, ${key}, ${request})
    on conflict (user_id, key) do update set request = known.request
    returning request, xmax = 0 as is_new`.execute(db)
  const [known] = rows
  return known && !known.isNew ? known.request : undefined
}

/**
 * True if the caller has made this very call with the key before, so that it is not made again. Else claims the key,
 * with the transaction. Without a key every call is new. Throws a conflict for a key that was used for another call.
 */
export async function isRepeated(
  db: Db,
  { key, ...claim }: { userId: string; key: string | undefined; request: string },
): Promise<boolean> {
  if (key === undefined) return false
  const used = await claimIdempotencyKey(db, { key, ...claim })
  if (used !== undefined && used !== claim.request) throw keyUsedOtherwise()
  return used !== undefined
}
