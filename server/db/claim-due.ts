import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

interface Claim {
  table: 'checkouts' | 'courier_events' | 'parcels' | 'reconciliations' | 'refunds' | 'webhook_events'
  /** The column that says when a row is due; null where it is not. */
  dueColumn: string
  /** When a row is due, where the column alone does not say so. */
  dueAt?: RawBuilder<unknown>
  /** What else must be true of a row. */
  where?: RawBuilder<unknown>
  /** Further columns to set, such as a count of the attempts. */
  set?: RawBuilder<unknown>
  returning: RawBuilder<unknown>
  limit: number
  leaseSeconds: number
}

/**
 * Claims up to `limit` rows that are due, the longest due first, and returns the named columns in any order. A claimed
 * row is due again when the lease ends: no other process takes it before, and one does then if this process has died.
 */
export async function claimDue<Row>(db: Db, claim: Claim): Promise<Row[]> {
  const { table, dueColumn, where, set, returning, limit, leaseSeconds } = claim
  const [name, due] = [sql.raw(table), sql.raw(dueColumn)]
  const dueAt = claim.dueAt ?? due
  const { rows } = await sql<Row>`
    update ${name}
    set ${set ? sql`${set}, ` : sql``}${due} = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from ${name}
      where ${dueAt} <= now() ${where ? sql`and ${where}` : sql``}
      order by ${dueAt}, id
      limit ${limit}
      for update skip locked
    )
    returning ${returning}`.execute(db)
  return rows
}

/** Seconds to wait after this many attempts: doubled after each, at most `longestSeconds`. */
export function backoffSeconds(
  attempts: number,
  { firstSeconds, longestSeconds }: { firstSeconds: number; longestSeconds: number },
): number {
  return Math.min(firstSeconds * 2 ** Math.max(attempts - 1, 0), longestSeconds)
}
