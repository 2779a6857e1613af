import { sql } from 'kysely'

import type { ChangeKind } from '#contract/programs/change-feed.ts'
import type { Db } from '#server/db/database.ts'

import { lockName } from '#server/db/lock-name.ts'

/**
 * Numbers the changes that are committed. Only one transaction at a time does so, and each sees what the ones before it
 * left: whatever has a number is followed by greater ones only. The returns of an order change with it. Call it inside
 * a transaction of its own.
 */
export async function numberQueued(db: Db): Promise<void> {
  await lockName(db, 'changes')
  await sql`
    with taken as (delete from change_queue returning kind, subject_id),
    touched as (
      select kind, subject_id from taken
      union
      select 'return', returns.id from taken join returns on returns.order_id = taken.subject_id where taken.kind = 'order'
    ),
    last as (select coalesce(max(number), 0) as number from changes)
    insert into changes (kind, subject_id, number)
    select kind, subject_id, last.number + row_number() over (order by kind, subject_id) from touched, last
    on conflict (kind, subject_id) do update set number = excluded.number, changed_at = excluded.changed_at`.execute(db)
}

/** Queues a change of what no trigger sees, because it stands elsewhere. */
export async function queueChange(db: Db, kind: ChangeKind, subjectId: string): Promise<void> {
  await db.insertInto('changeQueue').values({ kind, subjectId }).execute()
}

export async function isAnythingQueued(db: Db): Promise<boolean> {
  const { rows } = await sql`select from change_queue limit 1`.execute(db)
  return rows.length > 0
}

interface ChangeRow {
  subjectId: string
  number: number
  changedAt: Date
}

/**
 * The changes of a kind after a number, the first ones, at most `limit`. What has changed again and waits for its
 * number is left out: it comes under that.
 */
export async function listChangeRows(
  db: Db,
  kind: ChangeKind,
  { after, since, limit }: { after: number; since: string | undefined; limit: number },
): Promise<ChangeRow[]> {
  const isNewEnough = since === undefined ? sql`true` : sql`changes.changed_at >= ${since}::timestamptz`
  const { rows } = await sql<ChangeRow>`
    select subject_id, number, changed_at from changes
    where kind = ${kind} and number > ${after} and ${isNewEnough}
      and not exists (
        select from change_queue queued where queued.kind = changes.kind and queued.subject_id = changes.subject_id
      )
    order by number limit ${limit}`.execute(db)
  return rows
}

/** The greatest number that was given. */
export async function getLastNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select coalesce(max(number), 0) as number from changes`.execute(db)
  return rows[0]?.number ?? 0
}

/** From now on every statement of the transaction sees the same moment. Its first statement. */
export async function seeOneMoment(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db)
}
