import type { Generated, GeneratedAlways } from 'kysely'

import type { DeliveryState, PauseReason, WebhookTopic } from '#contract/programs/webhook-topics.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** Addresses of other programs, and what each of them is told. */
export interface WebhookTables {
  webhooks: {
    id: string
    url: string
    topics: WebhookTopic[]
    secret: Uint8Array
    /** Signs too, until it ends. */
    oldSecret: Uint8Array | null
    oldSecretEndsAt: Date | null
    createdAt: CreatedAt
    /** Of calls that failed since the last one that did not. */
    failures: Generated<number>
    failingSince: Date | null
    nextAt: Generated<Date>
    pausedAt: Date | null
    pauseReason: PauseReason | null
    claimedUntil: Generated<Date>
  }

  /** Written by the triggers of what they tell of. */
  webhookDeliveries: {
    id: GeneratedAlways<number>
    messageId: Generated<string>
    webhookId: string
    topic: WebhookTopic | 'test'
    type: string
    subjectId: string
    userId: string | null
    body: string
    at: Generated<Date>
    state: Generated<DeliveryState>
    dueAt: Generated<Date>
    attempts: Generated<number>
    firstTriedAt: Date | null
    triedAt: Date | null
    status: number | null
    answer: string | null
    fault: string | null
  }
}
