import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export interface SettingRow {
  name: string
  /** Null where the default holds. */
  value: unknown
  revision: number
  changedAt: Date
}

export const listSettingRows = (db: Db): Promise<SettingRow[]> =>
  db.selectFrom('settings').select(['name', 'value', 'revision', 'changedAt']).execute()

export const findSettingRow = (db: Db, name: string): Promise<SettingRow | undefined> =>
  db
    .selectFrom('settings')
    .select(['name', 'value', 'revision', 'changedAt'])
    .where('name', '=', name)
    .executeTakeFirst()

/** All settings are locked until the transaction ends. They may be read. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(db)
}

export async function saveSettingRow(
  db: Db,
  { name, value, changedBy }: { name: string; value: unknown; changedBy: string },
): Promise<void> {
  const written = value === null ? null : JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: written, changedBy })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: written,
        changedBy,
        changedAt: sql`now()`,
        revision: sql`settings.revision + 1`,
      }),
    )
    .execute()
}

interface SettingChangeRow {
  before: { value?: unknown } | null
  after: { value?: unknown } | null
  at: Date
  by: string | null
}

/** What the audit log says of a setting, newest first. */
export const listSettingChanges = (db: Db, name: string, limit: number): Promise<SettingChangeRow[]> =>
  db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.actorId')
    .select(['auditLog.before', 'auditLog.after', 'auditLog.at', 'users.email as by'])
    .where('auditLog.subjectType', '=', 'setting')
    .where('auditLog.subjectId', '=', name)
    .orderBy('auditLog.id', 'desc')
    .limit(limit)
    .execute()
