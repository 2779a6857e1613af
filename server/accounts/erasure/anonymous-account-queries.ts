import type { Db } from '#server/db/open.ts'

import { hashOfNothing } from '#server/accounts/passwords.ts'

/** The anonymous account that replaces an erased one, under a new id. It has no address, and no one can sign in to it. */
export async function insertAnonymousAccount(db: Db, id: string): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id,
      firstname: 'A customer',
      lastname: '',
      email: '',
      emailKey: `erased ${id}`,
      phone: '',
      passwordHash: hashOfNothing(),
    })
    .execute()
}
