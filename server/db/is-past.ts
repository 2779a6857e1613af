import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Whether a moment has passed, by the database's clock. */
export async function isPast(db: Db, moment: string): Promise<boolean> {
  const { rows } = await sql<{ isPast: boolean }>`
    select ${moment}::timestamptz <= statement_timestamp() as is_past`.execute(db)
  return rows[0]?.isPast === true
}
