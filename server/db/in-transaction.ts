import type { Db } from '#server/db/database.ts'

import { isRetryable } from '#server/db/database-errors.ts'

const MOST_TRIES = 4

/**
 * Runs one statement or one transaction, and again if it was rolled back because of another transaction. The fourth
 * failure is thrown. `isWorthAnother` names further failures after which it is tried again.
 */
export async function withRetry<Result>(
  work: () => Promise<Result>,
  isWorthAnother: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES || !(isRetryable(error) || isWorthAnother(error))) throw error
    }
  }
}

/**
 * Runs the work in a transaction, and again if that was rolled back because of another one. The work must have no
 * effect outside of the transaction, since it may run several times.
 */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return withRetry(() => db.transaction().execute(work))
}
