import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { MailTable } from '#server/db/shared-columns.ts'

export interface Claim {
  table: MailTable | 'checkouts' | 'reconciliations' | 'webhook_events'
  /** Columns of the primary key. */
  key?: string | undefined
  /** The column that says when a row is due; null where it is not. */
  dueColumn: string
  /** When a row is due, where the column alone does not say so. */
  dueAt?: RawBuilder<unknown>
  /** What else must be true of a row. */
  where?: RawBuilder<unknown> | undefined
  /** Further columns to set, such as a count of the attempts. */
  set?: RawBuilder<unknown>
  returning: RawBuilder<unknown>
  limit: number
  leaseSeconds: number
}

/** The statement of `claimDue`, for a `with` that claims from several tables. */
export function claimStatement<Row>(claim: Claim): RawBuilder<Row> {
  const { table, key = 'id', dueColumn, where, set, returning, limit, leaseSeconds } = claim
  const [name, keys, due] = [sql.raw(table), sql.raw(key), sql.raw(dueColumn)]
  const dueAt = claim.dueAt ?? due
  return sql<Row>`
    update ${name}
    set ${set ? sql`${set}, ` : sql``}${due} = now() + make_interval(secs => ${leaseSeconds})
    where (${keys}) in (
      select ${keys} from ${name}
      where ${dueAt} <= now() ${where ? sql`and ${where}` : sql``}
      order by ${dueAt}, ${keys}
      limit ${limit}
      for update skip locked
    )
    returning ${returning}`
}

/**
 * Claims up to `limit` rows that are due, the longest due first, and returns the named columns in any order. A claimed row is due
 * again when the lease ends: no other process takes it before, and one does then if this process has died.
 */
export async function claimDue<Row>(db: Db, claim: Claim): Promise<Row[]> {
  const { rows } = await claimStatement<Row>(claim).execute(db)
  return rows
}

/** Seconds to wait after this many attempts: doubled after each, at most `longestSeconds`. */
export function backoffSeconds(
  attempts: number,
  { firstSeconds, longestSeconds }: { firstSeconds: number; longestSeconds: number },
): number {
  return Math.min(firstSeconds * 2 ** Math.max(attempts - 1, 0), longestSeconds)
}
