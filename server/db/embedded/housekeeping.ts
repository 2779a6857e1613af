import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

const CHECK_EVERY_MS = 10_000
const LOG_LIMIT_BYTES = 32 * 1024 * 1024

const LOG_SIZE = sql<{ bytes: number }>`
  select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`

// The thresholds of autovacuum, with a lower base.
const TABLE_IN_NEED = sql<{ name: string }>`
  select relid::regclass::text as name from pg_stat_user_tables
  where n_dead_tup > 200 + 0.2 * n_live_tup or n_mod_since_analyze > 200 + 0.1 * n_live_tup
  order by n_dead_tup + n_mod_since_analyze desc limit 1`

async function tidy(db: Db, canWrite: () => boolean): Promise<void> {
  const log = await LOG_SIZE.execute(db)
  if ((log.rows[0]?.bytes ?? 0) > LOG_LIMIT_BYTES) await sql`checkpoint`.execute(db)
  if (!canWrite()) return
  const { rows } = await TABLE_IN_NEED.execute(db)
  if (rows[0]) await sql`vacuum (analyze, truncate false) ${sql.raw(rows[0].name)}`.execute(db)
}

/**
 * Does the work of a PostgreSQL server's background processes: a checkpoint when the log has grown, and vacuum with
 * fresh statistics for the table that needs it most. Returns the function that ends it.
 */
export function startHousekeeping(db: Db, canWrite: () => boolean, checkEveryMs = CHECK_EVERY_MS): () => void {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // The watchdog deals with a database that no longer answers.
    running ??= tidy(db, canWrite)
      .catch(() => undefined)
      .finally(() => (running = undefined))
  }, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
