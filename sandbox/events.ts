import { newSandboxId, type Page, type SandboxDb, type SandboxDelivery } from '#sandbox/database.ts'
import type { WebhookPlan } from '#sandbox/simulated-faults.ts'
import { eventBody, type EventSubjects } from '#sandbox/entities.ts'

/** The provider's time, and how events of that time are delivered. */
export interface Clock {
  now: Date
  webhooks: WebhookPlan
}

export const addMs = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** Puts an event into the outbox. Call it in the transaction of the change that it reports. */
export async function publishEvent(db: SandboxDb, type: string, subjects: EventSubjects, clock: Clock): Promise<void> {
  const { payment, refund, dispute } = subjects
  if (!payment.hasWebhooks && !refund && !dispute) return
  const { now, webhooks } = clock
  const body = eventBody(type, subjects, now)
  const event = { eventId: newSandboxId('evt'), type, subject: payment.id, body, createdAt: now }
  const deliveries = Array.from({ length: webhooks.copies }, () => ({
    ...event,
    nextAttemptAt: addMs(now, webhooks.delayMs + Math.random() * webhooks.spreadMs),
  }))
  await db.insertInto('sandboxEvents').values(deliveries).execute()
}

/**
 * Claims up to `count` due deliveries and counts the attempt. They are due again at `leaseEndsAt` unless their outcome is
 * recorded before, so none is lost when the process dies. Returned in the order in which they were due.
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
    .returningAll()
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

/** Newest first. */
export function listDeliveries(db: SandboxDb, { count, skip }: Page): Promise<SandboxDelivery[]> {
  return db.selectFrom('sandboxEvents').selectAll().orderBy('id', 'desc').limit(count).offset(skip).execute()
}

/** When the next late payment, refund or delivery is due; undefined while there is none. */
export async function findNextDue(db: SandboxDb): Promise<Date | undefined> {
  const earliest = await db
    .selectFrom('sandboxPayments')
    .select((row) => row.fn.min('dueAt').as('at'))
    .unionAll(db.selectFrom('sandboxRefunds').select((row) => row.fn.min('dueAt').as('at')))
    .unionAll(db.selectFrom('sandboxEvents').select((row) => row.fn.min('nextAttemptAt').as('at')))
    .execute()
  return earliest.flatMap(({ at }) => at ?? []).toSorted((one, other) => Number(one) - Number(other))[0]
}
