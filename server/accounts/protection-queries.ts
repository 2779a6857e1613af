import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export interface Protection {
  /** Whether the account belongs to the staff, also to somebody who was deactivated. */
  isStaff: boolean
  hasSecondFactor: boolean
}

/** What an account asks of whoever wants to change it; undefined if it is gone. */
export async function findProtection(db: Db, userId: string): Promise<Protection | undefined> {
  const { rows } = await sql<Protection>`
    select role <> 'customer' as is_staff,
      exists (select from second_factors where user_id = users.id and confirmed_at is not null) as has_second_factor
    from users where id = ${userId}`.execute(db)
  return rows[0]
}
