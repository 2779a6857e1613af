import type { Db } from '#server/db/open.ts'

import { insertAuditEntries, type AuditEntry } from '#server/audit/queries.ts'

/**
 * Keeps who changed what, from what to what. To be called with the handle of the transaction that makes the change, so
 * that neither exists without the other. Rows are never changed; the database refuses it.
 */
export async function recordChange(db: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(db, entries)
}
