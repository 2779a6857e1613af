import type { CallOutcome, ClaimedWebhook, DueDelivery } from '#server/programs/webhooks/sending-queries.ts'

import { postEvent, type CallResult } from '#server/programs/webhooks/post-event.ts'
import { signaturesOf } from '#server/programs/webhooks/sign-webhook.ts'
import { CALLS_AT_ONCE, ROUND_ENDS_MS } from '#server/programs/webhooks/webhook-times.ts'
import { isCalledHere, urlFault, type Caller } from '#server/programs/webhooks/webhook-url.ts'

async function sendOne(
  { url, secrets }: ClaimedWebhook,
  { messageId, body }: DueDelivery,
  caller: Caller,
  stop: AbortSignal,
): Promise<CallResult> {
  // The shop may have got another address since this one was entered.
  const fault = urlFault(url, caller)
  if (fault !== undefined) return { status: null, answer: null, fault }
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Selvedge',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf({ id: messageId, timestamp, body }, secrets),
  }
  const to = new URL(url)
  return postEvent(to, { headers, body, mayAskThisMachine: isCalledHere(to, caller), stop })
}

/**
 * Sends deliveries to their address, those about the same one after the other, and returns what became of those that
 * were tried. Where one fails those about the same wait for it, and where nothing is taken the rest is not tried.
 * Nothing begins once `stopping` is aborted or the round has lasted long; `stop` ends what is under way.
 */
export async function sendRound(
  webhook: ClaimedWebhook,
  due: readonly DueDelivery[],
  { caller, stopping, stop }: { caller: Caller; stopping: AbortSignal; stop: AbortSignal },
): Promise<CallOutcome[]> {
  const endsAt = performance.now() + ROUND_ENDS_MS
  const queues = [...Map.groupBy(due, ({ subjectId }) => subjectId).values()]
  const outcomes: CallOutcome[] = []
  const isOver = () =>
    stopping.aborted ||
    performance.now() >= endsAt ||
    (outcomes.length > 0 && outcomes.every(({ fault }) => fault !== null))

  async function sendQueue(queue: readonly DueDelivery[]): Promise<void> {
    for (const delivery of queue) {
      if (isOver()) return
      const result = await sendOne(webhook, delivery, caller, stop)
      outcomes.push({ id: delivery.id, ...result })
      if (result.fault !== null) return
    }
  }

  async function takeQueues(): Promise<void> {
    for (let queue = queues.shift(); queue; queue = queues.shift()) await sendQueue(queue)
  }
  // A call that the end of the shop cuts off has no outcome: it is made again.
  await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, takeQueues))
  return outcomes
}
