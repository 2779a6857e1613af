import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/**
 * Makes every other transaction that locks this name wait until this one ends; with `key` only one that locks the same
 * name and key. The release before this one locks by the same numbers, because both run during an upgrade.
 */
export async function lockName(db: Db, name: string, key?: string): Promise<void> {
  const numbers =
    key === undefined ? sql`hashtext(${name}::text)` : sql`hashtext(${name}::text), hashtext(${key}::text)`
  await sql`select pg_advisory_xact_lock(${numbers})`.execute(db)
}
