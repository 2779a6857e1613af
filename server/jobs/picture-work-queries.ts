import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** Reserves the work on a picture for ten minutes; false while it is another process's. */
export async function claimPicture(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .insertInto('pictureWork')
    .values({ pictureHash: hash, endsAt: sql<Date>`now() + interval '10 minutes'` })
    .onConflict((conflict) =>
      conflict
        .column('pictureHash')
        .doUpdateSet({ endsAt: (eb) => eb.ref('excluded.endsAt') })
        .where('pictureWork.endsAt', '<=', sql<Date>`now()`),
    )
    .returning('pictureHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives the work on a picture back, done or not. */
export async function releasePicture(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('pictureWork').where('pictureHash', '=', hash).execute()
}
