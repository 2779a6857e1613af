import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface WaitingEvent {
  id: string
  type: string
  payload: object
  attempts: number
}

/** Keeps an event; one that is known already stays as it is. `payload` is JSON text. */
export async function insertEvent(db: Db, event: { id: string; type: string; payload: string }): Promise<void> {
  await db
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Takes events that are due and puts them off by the lease, so that nobody else takes them meanwhile. */
export async function claimEvents(db: Db, limit: number, leaseSeconds: number): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    update webhook_events
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from webhook_events
      where processed_at is null and next_attempt_at <= now()
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, type, payload, attempts`.execute(db)
  return rows
}

/** Marks an event as dealt with, beside its only effect in one transaction; false where that has been done. */
export async function finishEventOnce(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_events set processed_at = now(), failure = null
    where id = ${id} and processed_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Marks events as dealt with. */
export async function finishEvents(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update webhook_events set processed_at = now(), failure = null where id = any(${ids}::text[])`.execute(db)
}

/** Gives an event up; `failure` says why. */
export async function giveEventUp(db: Db, id: string, failure: string): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set({ processedAt: sql<Date>`now()`, failure })
    .where('id', '=', id)
    .execute()
}

export async function postponeEvent(
  db: Db,
  { id, failure, waitSeconds }: { id: string; failure: string; waitSeconds: number },
): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set({ failure, nextAttemptAt: sql<Date>`now() + make_interval(secs => ${waitSeconds})` })
    .where('id', '=', id)
    .execute()
}

/** Removes events that were dealt with long ago: they hold buyers' addresses and numbers. */
export async function deleteOldEvents(db: Db, keptDays: number): Promise<void> {
  await db
    .deleteFrom('webhookEvents')
    .where('processedAt', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute()
}
