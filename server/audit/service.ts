import type { Db } from '#server/db/open.ts'

import { insertAuditEntries, type AuditEntry } from '#server/audit/queries.ts'

/**
 * Records who changed what, from what to what. Call it inside the transaction that makes the change, so that neither exists
 * without the other. The database refuses to change these rows.
 */
export async function recordChange(db: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(db, entries)
}
