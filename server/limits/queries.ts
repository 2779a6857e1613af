import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** Keeps a counter that is hammered for years inside its column. */
const MOST_COUNTED = 1_000_000

export interface Counted {
  /** Calls in the window that is running, this one included. */
  count: number
  /** Until the window ends, at least 1. */
  secondsLeft: number
}

/** Counts one and answers where the counter stands; one statement, so that calls at the same time count one by one. */
export async function countUp(db: Db, key: string, windowSeconds: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    insert into rate_counters as counter (key, count, window_ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when counter.window_ends_at <= now() then 1 else least(counter.count + 1, ${MOST_COUNTED}) end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer as "seconds_left"`.execute(
    db,
  )
  return rows[0] ?? { count: 1, secondsLeft: windowSeconds }
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

export async function deleteEndedCounters(db: Db): Promise<void> {
  await db
    .deleteFrom('rateCounters')
    .where('windowEndsAt', '<=', sql<Date>`now()`)
    .execute()
}
