import type { Insertable } from 'kysely'

import type { SandboxDb, SandboxDelivery } from '#sandbox/sandbox-db.ts'
import type { Page } from '#sandbox/queries.ts'
import type { SandboxTables } from '#sandbox/tables.ts'

const DELIVERY = [
  'id',
  'eventId',
  'type',
  'subject',
  'body',
  'attempts',
  'nextAttemptAt',
  'deliveredAt',
  'createdAt',
] as const

export async function insertDeliveries(
  db: SandboxDb,
  deliveries: Insertable<SandboxTables['sandboxEvents']>[],
): Promise<void> {
  await db.insertInto('sandboxEvents').values(deliveries).execute()
}

/**
 * Claims up to `count` due deliveries, in the order in which they are due, and counts the attempt. They are due again at
 * `leaseEndsAt` unless their outcome is recorded before, so none is lost when the process dies.
 */
export async function claimDeliveries(
  db: SandboxDb,
  now: Date,
  leaseEndsAt: Date,
  count: number,
): Promise<SandboxDelivery[]> {
  const claimed = await db
    .with('due', (query) =>
      query
        .selectFrom('sandboxEvents')
        .select(['id as dueId', 'nextAttemptAt as dueSince'])
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .orderBy('id')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('sandboxEvents')
    .from('due')
    .set((row) => ({ attempts: row('sandboxEvents.attempts', '+', 1), nextAttemptAt: leaseEndsAt }))
    .whereRef('sandboxEvents.id', '=', 'due.dueId')
    .returning([...DELIVERY.map((column) => `sandboxEvents.${column}` as const), 'due.dueSince'])
    .execute()
  return claimed.toSorted((a, b) => Number(a.dueSince) - Number(b.dueSince) || a.id - b.id)
}

export async function recordDelivered(db: SandboxDb, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('sandboxEvents').set({ deliveredAt: now, nextAttemptAt: null }).where('id', 'in', ids).execute()
}

/** Sets the time of the next attempt; null gives the delivery up. */
export async function recordUndelivered(db: SandboxDb, id: number, nextAttemptAt: Date | null): Promise<void> {
  await db.updateTable('sandboxEvents').set({ nextAttemptAt }).where('id', '=', id).execute()
}

export function listDeliveries(db: SandboxDb, page: Page): Promise<SandboxDelivery[]> {
  return db
    .selectFrom('sandboxEvents')
    .select(DELIVERY)
    .orderBy('id', 'desc')
    .limit(page.count)
    .offset(page.skip)
    .execute()
}

/** When the next late payment, refund or delivery is due; null while there is none. */
export async function findNextDue(db: SandboxDb): Promise<Date | null> {
  const earliest = await db
    .selectNoFrom((query) => [
      query
        .selectFrom('sandboxPayments')
        .select((row) => row.fn.min('dueAt').as('at'))
        .as('payment'),
      query
        .selectFrom('sandboxRefunds')
        .select((row) => row.fn.min('dueAt').as('at'))
        .as('refund'),
      query
        .selectFrom('sandboxEvents')
        .select((row) => row.fn.min('nextAttemptAt').as('at'))
        .as('delivery'),
    ])
    .executeTakeFirstOrThrow()
  const times = [earliest.payment, earliest.refund, earliest.delivery].filter((time) => time !== null).map(Number)
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
