import type { SandboxDb } from '#sandbox/sandbox-db.ts'
import type { WebhookPlan } from '#sandbox/faults.ts'

import { insertDeliveries } from '#sandbox/event-queries.ts'
import { newSandboxId } from '#sandbox/ids.ts'
import { eventBody, type EventSubjects } from '#sandbox/wire-format.ts'

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
  const event = {
    eventId: newSandboxId('evt'),
    type,
    subject: payment.id,
    body: eventBody(type, subjects, now),
    createdAt: now,
  }
  const deliveries = Array.from({ length: webhooks.copies }, () => ({
    ...event,
    nextAttemptAt: addMs(now, webhooks.delayMs + Math.random() * webhooks.spreadMs),
  }))
  await insertDeliveries(db, deliveries)
}
