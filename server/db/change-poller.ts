import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** For a process that cannot hear what the database announces. */
export interface ChangePoller {
  /** Whether something may have been announced since the last question; the first answer is always yes. */
  ask(): Promise<boolean>
  /** Starts over: the next `ask` answers yes. */
  forget(): void
}

/**
 * Asks how much the database has announced. It counts before a transaction ends, so a change is taken to have been missed until
 * every transaction that may have been counted has ended.
 */
export function createChangePoller(db: Db): ChangePoller {
  let count: string | undefined
  /** Younger than each transaction that was counted; undefined once they have all ended. */
  let youngest: bigint | undefined

  return {
    async ask() {
      const { rows } = await sql<{ count: string; oldest: string }>`
        select last_value::text as count, pg_snapshot_xmin(pg_current_snapshot())::text as oldest
        from announcements`.execute(db)
      const [found] = rows
      const wasPending = youngest !== undefined
      if (found?.count === count) {
        if (youngest !== undefined && BigInt(found?.oldest ?? 0) >= youngest) youngest = undefined
        return wasPending
      }
      // Taken after the count, so that every transaction in the count is older than this one.
      const { rows: own } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
      youngest = BigInt(own[0]?.id ?? 0)
      count = found?.count
      return true
    },
    forget() {
      count = undefined
      youngest = undefined
    },
  }
}
