import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export async function countPictures(db: Db, returnId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from return_pictures where return_id = ${returnId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Adds pictures behind those that a return has. Lock its order first. */
export async function insertPictures(db: Db, returnId: string, hashes: readonly string[]): Promise<void> {
  await sql`
    insert into return_pictures (return_id, position, picture_hash)
    select ${returnId}, before.count + added.place - 1, added.hash
    from unnest(${hashes}::text[]) with ordinality as added (hash, place),
      (select count(*)::integer as count from return_pictures where return_id = ${returnId}) before`.execute(db)
}

/** The hash of a picture of a return; with `userId` only of that customer's own. */
export async function findPictureHash(
  db: Db,
  { returnId, index, userId }: { returnId: string; index: number; userId?: string | undefined },
): Promise<string | undefined> {
  const isOwn = userId === undefined ? sql`true` : sql`orders.user_id = ${userId}`
  const { rows } = await sql<{ hash: string }>`
    select picture_hash as hash from return_pictures
    join returns on returns.id = return_pictures.return_id join orders on orders.id = returns.order_id
    where return_id = ${returnId} and position = ${index} and ${isOwn}`.execute(db)
  return rows[0]?.hash
}
