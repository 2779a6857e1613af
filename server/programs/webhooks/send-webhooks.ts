import { setTimeout as wait } from 'node:timers/promises'

import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import {
  claimWebhooks,
  keepClaim,
  listDueDeliveries,
  queuePauseMails,
  releaseClaim,
  saveOutcomes,
  type CallOutcome,
} from '#server/programs/webhooks/sending-queries.ts'
import { sendRound } from '#server/programs/webhooks/send-round.ts'
import { GRACE_MS, ROUND_MS } from '#server/programs/webhooks/webhook-times.ts'
import { callerOf } from '#server/programs/webhooks/webhook-url.ts'

type SendingShop = Pick<Shop, 'config' | 'db' | 'log' | 'publicUrl'>

/** Notes what became of a round. An address that is paused by it is told of to the owners. */
async function noteOutcomes({ db, log }: SendingShop, id: string, outcomes: readonly CallOutcome[]): Promise<void> {
  const reason = await inTransaction(db, async (db) => {
    const pauseReason = await saveOutcomes(db, id, outcomes)
    if (pauseReason === undefined) return undefined
    await recordChange(db, null, 'pause webhook', ['webhook', id], { after: { reason: pauseReason } })
    await queuePauseMails(db, id)
    return pauseReason
  })
  if (reason !== undefined) log.warn({ webhook: id, reason }, 'nothing is sent to a webhook any more')
}

interface Ending {
  /** Nothing begins any more. */
  stopping: AbortSignal
  /** What is under way ends. */
  stop: AbortSignal
}

/** Sends to a claimed address what is due there now, and returns whether anything was. */
export async function sendDue(shop: SendingShop, id: string, ending: Ending): Promise<boolean> {
  const { config, db, publicUrl } = shop
  const webhook = await keepClaim(db, id)
  const due = webhook ? await listDueDeliveries(db, webhook) : []
  if (!webhook || due.length === 0) return false
  const caller = callerOf(config, publicUrl())
  await noteOutcomes(shop, id, await sendRound(webhook, due, { caller, ...ending }))
  return true
}

/** Sends to a claimed address, round after round, until nothing is due there. */
async function sendAll(shop: SendingShop, id: string, ending: Ending): Promise<void> {
  const { stopping } = ending
  for (;;) {
    const nextRoundAt = performance.now() + ROUND_MS
    if (stopping.aborted || !(await sendDue(shop, id, ending))) break
    const leftMs = Math.max(0, nextRoundAt - performance.now())
    await wait(leftMs, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
  await releaseClaim(shop.db, id)
}

/**
 * Tells other programs of changes, until the signal aborts. To each address it sends at its own pace, so that a slow
 * one holds no other, and of several processes one sends to it. Each delivery arrives at least once: again if its
 * answer is lost, or this process ends before it is noted.
 */
export async function sendWebhooks(shop: SendingShop, signal: AbortSignal): Promise<void> {
  const sending = new Map<string, Promise<void>>()
  const late = new AbortController()
  const abortLater = () => setTimeout(() => late.abort(signal.reason), GRACE_MS).unref()
  signal.addEventListener('abort', abortLater, { once: true })
  try {
    while (!signal.aborted) {
      for (const id of await claimWebhooks(shop.db)) {
        if (sending.has(id)) continue
        const sent = sendAll(shop, id, { stopping: signal, stop: late.signal })
          .catch((err: unknown) =>
            shop.log.error({ err, webhook: id }, 'sending to a webhook failed; it goes on later'),
          )
          .finally(() => sending.delete(id))
        sending.set(id, sent)
      }
      await wait(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  } finally {
    await Promise.all(sending.values())
    signal.removeEventListener('abort', abortLater)
  }
}
