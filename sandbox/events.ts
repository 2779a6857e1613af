import { newSandboxId, type Page, type SandboxDb, type SandboxDelivery } from '#sandbox/database.ts'
import type { WebhookPlan } from '#sandbox/simulated-faults.ts'
import { eventBody, type EventSubjects } from '#sandbox/entities.ts'

export const inMs = (ms: number) => new Date(Date.now() + ms)

/** Puts an event into the outbox. Call it in the transaction of the change that it reports. */
export async function publishEvent(
  db: SandboxDb,
  type: string,
  subjects: EventSubjects,
  { from, copies, delayMs, spreadMs }: WebhookPlan,
): Promise<void> {
  const { payment, refund, dispute } = subjects
  if (!payment.hasWebhooks && !refund && !dispute) return
  const body = eventBody(type, subjects, from)
  const event = { eventId: newSandboxId('evt'), type, subject: payment.id, body, createdAt: from }
  const deliveries = Array.from({ length: copies }, () => ({
    ...event,
    nextAttemptAt: new Date(from.getTime() + delayMs + Math.random() * spreadMs),
  }))
  await db.insertInto('sandboxEvents').values(deliveries).execute()
}

/**
 * Claims up to `count` due deliveries and counts the attempt. They are due again after the lease unless their outcome
 * is recorded before, so none is lost when the process dies. Returned in the order in which they were due, which
 * `claimDue` of the shop does not tell.
 */
export async function claimDeliveries(db: SandboxDb, count: number, leaseMs: number): Promise<SandboxDelivery[]> {
  const claimed = await db
    .with('due', (query) =>
      query
        .selectFrom('sandboxEvents')
        .select(['id as dueId', 'nextAttemptAt as dueSince'])
        .where('nextAttemptAt', '<=', new Date())
        .orderBy('nextAttemptAt')
        .orderBy('id')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('sandboxEvents')
    .from('due')
    .set((row) => ({ attempts: row('sandboxEvents.attempts', '+', 1), nextAttemptAt: inMs(leaseMs) }))
    .whereRef('sandboxEvents.id', '=', 'due.dueId')
    .returningAll()
    .execute()
  return claimed.toSorted((a, b) => Number(a.dueSince) - Number(b.dueSince) || a.id - b.id)
}

export async function recordDelivered(db: SandboxDb, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const delivered = { deliveredAt: new Date(), nextAttemptAt: null }
  await db.updateTable('sandboxEvents').set(delivered).where('id', 'in', ids).execute()
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
