import type { Db } from '#server/db/open.ts'

import { isRetryable } from '#server/db/failures.ts'

const MOST_TRIES = 4

/**
 * Runs the work in a transaction, and again when another transaction got in its way; after four tries that failure is
 * thrown. The work may run several times, so it must have no effect outside of the transaction.
 */
export async function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === MOST_TRIES || !isRetryable(error)) throw error
    }
  }
}
