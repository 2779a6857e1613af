import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Keeps the counter of an endless attack within the range of its column. */
const MAX_COUNT = 1_000_000

interface Counted {
  /** Calls in the window that is running, this one included. */
  count: number
  /** Until the window ends, at least 1. */
  secondsLeft: number
}

/** Adds one and returns the count. It is one statement, so that concurrent calls are all counted. */
export async function countUp(db: Db, key: string, windowSeconds: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    insert into rate_counters as counter (key, count, window_ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when counter.window_ends_at <= now() then 1 else least(counter.count + 1, ${MAX_COUNT}) end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer as seconds_left`.execute(db)
  return rows[0] ?? { count: 1, secondsLeft: windowSeconds }
}

/** The current count; 0 if its window has ended or never began. */
export async function readCount(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('rateCounters')
    .select('count')
    .where('key', '=', key)
    .where('windowEndsAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.count ?? 0
}

/**
 * The first caller under this key must come again after `delaySeconds`. One of the callers that then come within
 * `graceSeconds` gets the turn, and the next delay begins. Returns the seconds to wait, or undefined for the caller
 * that gets the turn. It is one statement, so that only one of two concurrent callers gets it.
 */
export async function takeTurn(
  db: Db,
  key: string,
  delaySeconds: number,
  graceSeconds: number,
): Promise<number | undefined> {
  const windowEnd = sql`now() + make_interval(secs => ${delaySeconds + graceSeconds})`
  const isDue = sql`turn.window_ends_at <= now() + make_interval(secs => ${graceSeconds})`
  // A count of 0 means that this caller takes the turn.
  const { rows } = await sql<Counted>`
    insert into rate_counters as turn (key, count, window_ends_at) values (${key}, 1, ${windowEnd})
    on conflict (key) do update set
      count = case when turn.window_ends_at <= now() then 1 when ${isDue} then 0 else least(turn.count + 1, ${MAX_COUNT}) end,
      window_ends_at = case when ${isDue} then excluded.window_ends_at else turn.window_ends_at end
    returning count,
      greatest(1, ceil(extract(epoch from window_ends_at - now())) - ${graceSeconds})::integer
        as seconds_left`.execute(db)
  const [turn] = rows
  return turn?.count === 0 ? undefined : (turn?.secondsLeft ?? delaySeconds)
}

export async function countDown(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rateCounters')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rateCounters').where('key', '=', key).execute()
}
