import type { User } from '#contract/accounts.ts'
import type { Db } from '#server/db/open.ts'

import { findUser } from '#server/accounts/queries.ts'

/** Returns the changed account; undefined if it is gone. */
export async function updateDetails(
  db: Db,
  userId: string,
  details: { firstname: string; lastname: string; phone: string },
): Promise<User | undefined> {
  await db.updateTable('users').set(details).where('id', '=', userId).execute()
  return findUser(db, userId)
}
