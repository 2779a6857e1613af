import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export async function hasSignedInFrom(db: Db, emailKey: string, networkHash: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('signInNetworks')
    .innerJoin('users', 'users.id', 'signInNetworks.userId')
    .select('users.id')
    .where('users.emailKey', '=', emailKey)
    .where('signInNetworks.networkHash', '=', networkHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function upsertNetwork(db: Db, userId: string, networkHash: Uint8Array): Promise<void> {
  await db
    .insertInto('signInNetworks')
    .values({ userId, networkHash })
    .onConflict((known) => known.columns(['userId', 'networkHash']).doUpdateSet({ lastAt: sql<Date>`now()` }))
    .execute()
}
