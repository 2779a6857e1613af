import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Asks for changes, for a process that gets no notifications. */
export interface ChangePoller {
  /** Whether something may have been announced since the last call; true the first time. */
  ask(): Promise<boolean>
  /** Starts over: the next `ask` resolves to true. */
  forget(): void
}

/**
 * Reads the number of announcements. A transaction is counted before its commit shows its changes. So after each new
 * number `ask` resolves to true until all transactions that may be in it have ended.
 */
export function createChangePoller(db: Db): ChangePoller {
  let count: string | undefined
  /** The id of a transaction that began after all those in the count; undefined once they have all ended. */
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
      // Taken after the count, so that it is higher than the id of every transaction in the count.
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
