import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/**
 * Takes a caller's key with the transaction, for at least a day. Where the same caller has used it before, answers what it
 * was used for then; a call with the same key that is under way is waited for.
 */
export async function claimIdempotencyKey(
  db: Db,
  taking: { userId: string; key: string; request: string },
): Promise<string | undefined> {
  const { userId, key, request } = taking
  // One statement, or the key of a day ago could be forgotten between two. A row that was just inserted has no xmax.
  const { rows } = await sql<{ request: string; isNew: boolean }>`
    insert into idempotency_keys as known (user_id, key, request) values (${userId}, ${key}, ${request})
    on conflict (user_id, key) do update set request = known.request
    returning request, xmax = 0 as is_new`.execute(db)
  const [known] = rows
  return known && !known.isNew ? known.request : undefined
}
