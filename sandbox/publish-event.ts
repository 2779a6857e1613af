import type { SandboxDb } from '#sandbox/sandbox-db.ts'
import type { WebhookPlan } from '#sandbox/faults.ts'

import { insertDeliveries } from '#sandbox/event-queries.ts'
import { newSandboxId } from '#sandbox/ids.ts'
import { eventBody, type EventSubjects } from '#sandbox/wire-format.ts'

/** The provider's own clock, and how it announces what happens. */
export interface Moment {
  now: Date
  webhooks: WebhookPlan
}

export const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** An event on its way to the merchant. */
export interface NewDelivery {
  eventId: string
  type: string
  subject: string
  body: string
  nextAttemptAt: Date
  createdAt: Date
}

/** What goes into the outbox of an event; nothing for a payment that was made without events. */
export function deliveriesOf(type: string, subjects: EventSubjects, { now, webhooks }: Moment): NewDelivery[] {
  if (!subjects.payment.hasWebhooks && !subjects.refund && !subjects.dispute) return []
  const event = { eventId: newSandboxId('evt'), type, subject: subjects.payment.id, createdAt: now }
  const body = eventBody(type, subjects, now)
  return Array.from({ length: webhooks.copies }, () => ({
    ...event,
    body,
    nextAttemptAt: later(now, webhooks.delayMs + Math.random() * webhooks.spreadMs),
  }))
}

/** Puts an event into the outbox, in the transaction that makes it true. */
export async function publishEvent(
  db: SandboxDb,
  type: string,
  subjects: EventSubjects,
  moment: Moment,
): Promise<void> {
  await insertDeliveries(db, deliveriesOf(type, subjects, moment))
}
