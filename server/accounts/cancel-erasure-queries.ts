import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Keeps an account that was to be erased, and ends the link that does so. Returns whether it was. */
export async function cancelErasure(db: Db, userId: string): Promise<boolean> {
  // The erasure first: whoever erases the account at this moment has locked it, and deletes the link.
  const { rows } = await sql`
    with kept as (delete from account_erasures where user_id = ${userId} returning user_id),
      ended as (
        delete from account_links using kept where account_links.user_id = kept.user_id and purpose = 'keep account'
      )
    select from kept`.execute(db)
  return rows.length > 0
}
