import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { claimDue } from '#server/db/claim-due.ts'

export interface WaitingEvent {
  id: string
  type: string
  payload: object
  attempts: number
}

/** Stores an event. Does nothing if it is stored already. `payload` is JSON text. */
export async function insertEvent(db: Db, event: { id: string; type: string; payload: string }): Promise<void> {
  await db
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export function claimEvents(db: Db, limit: number, leaseSeconds: number): Promise<WaitingEvent[]> {
  return claimDue(db, {
    table: 'webhook_events',
    dueColumn: 'next_attempt_at',
    where: sql`processed_at is null`,
    set: sql`attempts = attempts + 1`,
    returning: sql`id, type, payload, attempts`,
    limit,
    leaseSeconds,
  })
}

/** Marks an event as processed, in the transaction of its only effect. False if it was processed before. */
export async function finishEventOnce(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_events set processed_at = now(), failure = null
    where id = ${id} and processed_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Marks events as processed. */
export async function finishEvents(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update webhook_events set processed_at = now(), failure = null where id = any(${ids}::text[])`.execute(db)
}

/** Stores why an event failed, and when it is tried again; it never is if that is undefined. */
export async function postponeEvent(
  db: Db,
  { id, failure, waitSeconds }: { id: string; failure: string; waitSeconds: number | undefined },
): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set({
      failure,
      ...(waitSeconds === undefined
        ? { processedAt: sql<Date>`now()` }
        : { nextAttemptAt: sql<Date>`now() + make_interval(secs => ${waitSeconds})` }),
    })
    .where('id', '=', id)
    .execute()
}
