import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { claimDue } from '#server/db/claim-due.ts'

export interface WaitingCourierEvent {
  id: string
  service: string
  payload: object
  attempts: number
}

interface NewCourierEvent {
  id: string
  service: string
  trackingNumber: string
  reference: string | null
  /** JSON text. */
  payload: string
}

/** Stores an event. Does nothing if it is stored already. */
export async function insertCourierEvent(db: Db, event: NewCourierEvent): Promise<void> {
  await db
    .insertInto('courierEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const claimCourierEvents = (db: Db, limit: number, leaseSeconds: number): Promise<WaitingCourierEvent[]> =>
  claimDue(db, {
    table: 'courier_events',
    dueColumn: 'next_attempt_at',
    where: sql`processed_at is null`,
    set: sql`attempts = attempts + 1`,
    returning: sql`id, service, payload, attempts`,
    limit,
    leaseSeconds,
  })

export async function finishCourierEvents(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update courier_events set processed_at = now(), failure = null where id = any(${ids}::text[])`.execute(db)
}

/** Stores why an event failed, and when it is tried again; it never is if that is undefined. */
export async function postponeCourierEvent(
  db: Db,
  { id, failure, waitSeconds }: { id: string; failure: string; waitSeconds: number | undefined },
): Promise<void> {
  await sql`
    update courier_events set failure = ${failure},
      processed_at = case when ${waitSeconds ?? null}::float8 is null then now() end,
      next_attempt_at = coalesce(now() + make_interval(secs => ${waitSeconds ?? null}::float8), next_attempt_at)
    where id = ${id}`.execute(db)
}
