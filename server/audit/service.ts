import type { Db } from '#server/db/open.ts'

import { insertAuditEntries, type AuditEntry } from '#server/audit/queries.ts'

/**
 * Records changes, each with who made it and from what to what. Call it inside the transaction that makes them, so that neither
 * exists without the other. The database refuses to change these rows.
 */
export async function recordChanges(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(db, entries)
}

/** The same for one change. `actorId` is null for the shop itself; `subject` is what was changed. */
export const recordChange = (
  db: Db,
  actorId: AuditEntry['actorId'],
  action: string,
  subject: AuditEntry['subject'],
  values: Pick<AuditEntry, 'before' | 'after'> = {},
): Promise<void> => insertAuditEntries(db, [{ actorId, action, subject, ...values }])
