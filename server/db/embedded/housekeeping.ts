import type { PGlite } from '@electric-sql/pglite'

export interface Housekeeping {
  stop(): void
}

type Run = <Result>(work: (engine: PGlite) => Promise<Result>) => Promise<Result>

const CHECK_EVERY_MS = 10_000
const LOG_LIMIT_BYTES = 32 * 1024 * 1024

const LOG_SIZE = `
  select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`

// The thresholds of autovacuum, with a lower base.
const TABLE_IN_NEED = `
  select relid::regclass::text as name from pg_stat_user_tables
  where n_dead_tup > 200 + 0.2 * n_live_tup or n_mod_since_analyze > 200 + 0.1 * n_live_tup
  order by n_dead_tup + n_mod_since_analyze desc limit 1`

/**
 * Does what the background processes of a PostgreSQL server do and the embedded one has not: a checkpoint once the log
 * has grown (else it grows without end, and the start after a crash takes as long), and vacuum with fresh statistics
 * for the table that needs it most.
 */
export function startHousekeeping(run: Run, canWrite: () => boolean, checkEveryMs = CHECK_EVERY_MS): Housekeeping {
  async function tidy() {
    const log = await run((engine) => engine.query<{ bytes: number }>(LOG_SIZE))
    if ((log.rows[0]?.bytes ?? 0) > LOG_LIMIT_BYTES) await run((engine) => engine.exec('checkpoint'))
    if (!canWrite()) return
    const tables = await run((engine) => engine.query<{ name: string }>(TABLE_IN_NEED))
    const table = tables.rows[0]?.name
    if (table) await run((engine) => engine.exec(`vacuum (analyze, truncate false) ${table}`))
  }

  let isTidying = false
  const timer = setInterval(() => {
    if (isTidying) return
    isTidying = true
    tidy()
      // A database that no longer answers is the watchdog's affair.
      .catch(() => undefined)
      .finally(() => (isTidying = false))
  }, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
