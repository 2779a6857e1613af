import type { Books } from '#server/sandbox/books.ts'
import type { WebhookPlan } from '#server/sandbox/faults.ts'

import { insertDeliveries } from '#server/sandbox/event-queries.ts'
import { newSandboxId } from '#server/sandbox/ids.ts'
import { eventBody, type EventSubjects } from '#server/sandbox/wire.ts'

/** The provider's own clock, and how it announces what happens. */
export interface Moment {
  now: Date
  webhooks: WebhookPlan
}

export const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** Puts an event into the outbox, in the transaction that makes it true; a payment may have been made without events. */
export async function announce(
  db: Books,
  type: string,
  subjects: EventSubjects,
  { now, webhooks }: Moment,
): Promise<void> {
  if (!subjects.payment.hasWebhooks && !subjects.refund) return
  const event = { eventId: newSandboxId('evt'), type, subject: subjects.payment.id, createdAt: now, deliveredAt: null }
  const body = eventBody(type, subjects, now)
  const deliveries = Array.from({ length: webhooks.copies }, () => ({
    ...event,
    body,
    nextAttemptAt: later(now, webhooks.delayMs + Math.random() * webhooks.spreadMs),
  }))
  await insertDeliveries(db, deliveries)
}
