import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** How many addresses nobody meant to pause and are paused. */
export async function countPausedWebhooks(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from webhooks where pause_reason <> 'by hand'`.execute(db)
  return rows[0]?.total ?? 0
}

/** A paused address; undefined where it is gone or goes on. */
export async function findPausedUrl(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    select url from webhooks where id = ${id} and paused_at is not null`.execute(db)
  return rows[0]?.url
}

/**
 * Pauses every address of a restored backup: it may be a copy of a shop that goes on, and what waits may have been sent
 * since.
 */
export async function pauseAfterRestore(db: Db): Promise<void> {
  await sql`
    update webhooks set paused_at = now(), pause_reason = 'restored', claimed_until = now() where paused_at is null`.execute(
    db,
  )
}
