import type { AuditArea } from '#contract/audit/audit-areas.ts'
import type { Db } from '#server/db/database.ts'

export interface AuditEntry {
  /** Null for the shop itself. */
  actorId: string | null
  action: string
  subject: readonly [type: AuditArea, id: string]
  before?: object | undefined
  after?: object | undefined
}

/**
 * Records changes, each with who made it and from what to what. Call it inside the transaction that makes them, so that
 * neither exists without the other. The database refuses to change these rows, so they get no words that somebody wrote
 * about a customer or as one: an erased account must leave none.
 */
export async function recordChanges(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ before, after, subject: [subjectType, subjectId], ...entry }) => ({
    ...entry,
    subjectType,
    subjectId,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }))
  await db.insertInto('auditLog').values(rows).execute()
}
