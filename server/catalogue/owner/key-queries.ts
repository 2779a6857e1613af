import type { Db } from '#server/db/open.ts'

/** Takes a caller's key for good, with the transaction; false where the same caller has used it before. */
export async function takeKey(db: Db, taking: { userId: string; key: string; request: string }): Promise<boolean> {
  const taken = await db
    .insertInto('idempotencyKeys')
    .values(taking)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}
