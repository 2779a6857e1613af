import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/database.ts'

import { recordChange } from '#server/audit/service.ts'

interface StaffChange extends Pick<AuditEntry, 'actorId' | 'before' | 'after'> {
  action: string
}

/**
 * Records a change of what lets into an account, if it belongs to the staff. The queries that make such a change call
 * it themselves, so that no caller can forget it. Without values the entry names the account's address. Call it inside
 * the transaction of the change.
 */
export async function recordStaffChange(
  db: Db,
  userId: string,
  { actorId, action, before, after }: StaffChange,
): Promise<void> {
  const member = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('role', '<>', 'customer')
    .executeTakeFirst()
  if (!member) return
  const values = before || after ? { before, after } : { after: member }
  await recordChange(db, actorId, action, ['user', userId], values)
}
