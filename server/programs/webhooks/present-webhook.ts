import type { Delivery, Webhook } from '#contract/programs/webhooks.ts'
import type { DeliveryRow, WebhookRow } from '#server/programs/webhooks/webhook-queries.ts'

/** An address as the owner sees it, without its secret. */
export function presentWebhook(row: WebhookRow): Webhook {
  const { id, url, topics, waiting, createdAt, pausedAt, pauseReason, failingSince, nextAt } = row
  return {
    _id: id,
    url,
    topics,
    waiting,
    createdAt: createdAt.toISOString(),
    ...(pausedAt && pauseReason && { paused: { reason: pauseReason, at: pausedAt.toISOString() } }),
    ...(failingSince && { failing: { since: failingSince.toISOString(), nextAt: nextAt.toISOString() } }),
    ...(row.lastDeliveredAt && { lastDeliveredAt: row.lastDeliveredAt.toISOString() }),
    ...(row.oldSecretEndsAt && { oldSecretUntil: row.oldSecretEndsAt.toISOString() }),
  }
}

export function presentDelivery(row: DeliveryRow): Delivery {
  const { messageId, type, at, state, attempts, triedAt, dueAt, body, status, answer, fault } = row
  return {
    _id: messageId,
    type,
    at: at.toISOString(),
    state,
    attempts,
    body,
    ...(triedAt && { triedAt: triedAt.toISOString() }),
    ...(state === 'waiting' && { nextAt: dueAt.toISOString() }),
    ...(status !== null && { status }),
    ...(answer !== null && { answer }),
    ...(fault !== null && { fault }),
  }
}
