import type { Db } from '#server/db/database.ts'

import { recordChanges, type AuditEntry } from '#server/audit/queries.ts'

export { recordChanges } from '#server/audit/queries.ts'

/** `recordChanges` for one change. `actorId` is null for the shop itself; `subject` is what was changed. */
export const recordChange = (
  db: Db,
  actorId: AuditEntry['actorId'],
  action: string,
  subject: AuditEntry['subject'],
  values: Pick<AuditEntry, 'before' | 'after'> = {},
): Promise<void> => recordChanges(db, [{ actorId, action, subject, ...values }])
