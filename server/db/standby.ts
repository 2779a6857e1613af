import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Read, ReadCounts } from '#server/db/database.ts'

import { isConnectionFailure, isRetryable } from '#server/db/database-errors.ts'

/** How long a read waits for a standby that has not yet replayed what was committed before it. */
const LONGEST_LAG_MS = 100
const LOOK_AGAIN_MS = 5
/** A standby counts as away if it does not say within this time how far it has replayed. */
const LONGEST_SILENCE_MS = 300
/** After a failure, how long all reads go to the primary before one tries the standby again. */
const PAUSE_MS = 2000

/** Reads rows by their ids, so many ids at a time, in the order of the ids. */
export async function* readBatches<Row>(
  read: Read,
  ids: readonly string[],
  size: number,
  list: (db: Db, ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < ids.length; start += size) {
    yield await read((db) => list(db, ids.slice(start, start + size)))
  }
}

/** The primary's database, its cluster and timeline, and the end of what commits have written to its log. */
interface Position {
  database: string
  timeline: string
  lsn: string
}

/** The databases of one cluster share its log; a standby has them under the same numbers. */
const DATABASE = sql`(select oid::text from pg_database where datname = current_database())`

async function positionOf(primary: Db): Promise<Position> {
  // A commit that waits for no disk is visible before it is flushed.
  const { rows } = await sql<Position>`
    select ${DATABASE} as database,
      (select system_identifier from pg_control_system())
      || '/' || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
      (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end)::text as lsn`.execute(primary)
  const [position] = rows
  if (!position) throw new Error('a query without a table returned no row')
  return position
}

/** Throws if the standby stays behind for too long, or is on another timeline: its position then means nothing. */
async function untilReplayed(standby: Db, { database, timeline, lsn }: Position): Promise<void> {
  const until = performance.now() + LONGEST_LAG_MS
  for (;;) {
    const { rows } = await sql<{ isSame: boolean; hasReplayed: boolean | null }>`
      select pg_is_in_recovery() and ${database} = ${DATABASE} and ${timeline} = (select system_identifier from pg_control_system()) || '/' || greatest(
          (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())
        ) as is_same,
        pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn as has_replayed`.execute(standby)
    if (!rows[0]?.isSame) throw new Error('DATABASE_READ_URL leads to no standby of this database')
    if (rows[0].hasReplayed) return
    if (performance.now() > until) throw new Error(`the standby is more than ${LONGEST_LAG_MS} ms behind`)
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Rejects when the promise has not settled in time. */
async function inTime(promise: Promise<void>): Promise<void> {
  const stop = new AbortController()
  const late = sleep(LONGEST_SILENCE_MS, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`the standby does not answer within ${LONGEST_SILENCE_MS} ms`)
  })
  try {
    await Promise.race([promise, late])
  } finally {
    stop.abort()
  }
}

interface Handles {
  primary: Db
  standby: Db
  /** Called with one line when reads begin to go to the primary, and when they are back. */
  warn: (line: string) => void
}

/** Sends reads to the standby while it can be used, else to the primary. */
export function readFromStandby({ primary, standby, warn }: Handles): { read: Read; reads: () => ReadCounts } {
  const counts = { standby: 0, primary: 0 }
  let isAway = false
  let pausedUntil = 0

  function setAway(error: unknown): void {
    pausedUntil = performance.now() + PAUSE_MS
    if (isAway) return
    isAway = true
    warn(`Lists and reports are read from the primary: ${error instanceof Error ? error.message : String(error)}.`)
  }

  function setBack(): void {
    if (isAway) warn('Lists and reports are read from the standby again.')
    isAway = false
    pausedUntil = 0
  }

  /** Undefined if the standby could not be used. */
  async function tryStandby<Result>(work: (db: Db) => Promise<Result>, position: Position) {
    const ready = Promise.withResolvers<void>()
    let isGivenUp = false
    // One transaction, so that a proxy before several standbys sends the check and the work to the same one.
    // Read committed, so that the work sees everything that was replayed before it begins.
    const transaction = standby.transaction().setIsolationLevel('read committed').setAccessMode('read only')
    const reading = transaction.execute(async (db) => {
      await untilReplayed(db, position)
      if (isGivenUp) throw new Error('nobody waits for this read any more')
      ready.resolve()
      return work(db)
    })
    reading.catch(ready.reject)
    let isReady = false
    try {
      await inTime(ready.promise)
      isReady = true
      const result = await reading
      setBack()
      return { result }
    } catch (error) {
      isGivenUp = true
      if (isReady && !isConnectionFailure(error) && !isRetryable(error)) throw error
      setAway(error)
      return undefined
    }
  }

  async function read<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (performance.now() >= pausedUntil) {
      // While one call tries again, the others do not wait for it.
      if (isAway) pausedUntil = performance.now() + PAUSE_MS
      const answer = await tryStandby(work, await positionOf(primary))
      if (answer) {
        counts.standby += 1
        return answer.result
      }
    }
    counts.primary += 1
    return work(primary)
  }

  return { read, reads: () => ({ ...counts }) }
}
