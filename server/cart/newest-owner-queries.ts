import type { Db } from '#server/db/database.ts'

/** The customers whose carts were filled last, newest first. */
export async function listNewestOwners(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('cartLines')
    .select(['userId', ({ fn }) => fn.max('createdAt').as('filledAt')])
    .groupBy('userId')
    .orderBy('filledAt', 'desc')
    .orderBy('userId')
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}
