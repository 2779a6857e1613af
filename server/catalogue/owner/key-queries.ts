import type { Db } from '#server/db/open.ts'

/**
 * Takes a caller's key with the transaction, for at least a day. Where the same caller has used it before, answers what it
 * was used for then; a call with the same key that is under way is waited for.
 */
export async function takeKey(
  db: Db,
  taking: { userId: string; key: string; request: string },
): Promise<string | undefined> {
  const taken = await db
    .insertInto('idempotencyKeys')
    .values(taking)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return undefined
  const { userId, key } = taking
  const used = await db
    .selectFrom('idempotencyKeys')
    .select('request')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return used.request
}
