import type { Db } from '#server/db/open.ts'

import { isRetryable } from '#server/db/database-errors.ts'

const MOST_TRIES = 4

/**
 * Does what is one statement or one transaction, and again when another transaction got in its way and it was undone; after
 * four tries that failure is thrown. `isWorthAnother` names further failures after which the same may succeed.
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
 * Runs the work in a transaction, and again when another transaction got in its way. The work may run several times, so it
 * must have no effect outside of the transaction.
 */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return withRetry(() => db.transaction().execute(work))
}
