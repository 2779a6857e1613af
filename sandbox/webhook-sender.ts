import { createHmac } from 'node:crypto'

import type { SandboxDelivery } from '#sandbox/sandbox-db.ts'

// The provider waits this long for a 2xx before it counts a delivery as failed.
const ANSWER_WITHIN_MS = 5000

/** Hands one event to the shop; true when the shop acknowledged it. Never throws. */
export type WebhookSender = (delivery: SandboxDelivery, stopping: AbortSignal) => Promise<boolean>

/** Sends events to the address, signed over their bytes. The address is asked for at each delivery. */
export function createWebhookSender(webhookUrl: () => string, secret: string): WebhookSender {
  return async (delivery, stopping) => {
    try {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': delivery.eventId,
          'x-razorpay-signature': createHmac('sha256', secret).update(delivery.body).digest('hex'),
        },
        body: delivery.body,
        redirect: 'error',
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }
}
