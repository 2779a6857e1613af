import type { FastifyBaseLogger } from 'fastify'

import { createHmac } from 'node:crypto'

import type { SandboxDb, SandboxDelivery } from '#sandbox/database.ts'

import { retrySeconds } from '#sandbox/event-retry-times.ts'
import { claimDeliveries, findNextDue, inMs, recordDelivered, recordUndelivered } from '#sandbox/events.ts'
import { settleLatePayments } from '#sandbox/payments.ts'
import { processRefunds } from '#sandbox/refunds.ts'
import type { WebhookPlan } from '#sandbox/simulated-faults.ts'

const BATCH = 40
const LEASE_MS = 15_000
const RETRY_AFTER_FAULT_MS = 1000
const LONGEST_SLEEP_MS = 30_000
/** The provider waits this long for a 2xx before it counts a delivery as failed. */
const ANSWER_WITHIN_MS = 5000

interface Work {
  db: SandboxDb
  webhookPlan: () => WebhookPlan
  /** Whether the next refund that is due fails. */
  isRefundFailing: () => boolean
  /** Asked at each delivery. */
  webhookUrl: () => string
  webhookSecret: string
  log: FastifyBaseLogger
}

/** What the provider does by itself: settling late payments, processing refunds, delivering events. */
export interface BackgroundWork {
  start(): void
  /** Looks at once for what is due. Does nothing before `start`. */
  wake(): void
  /** Aborts running deliveries; the next start repeats them. Resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** Sends one event to the shop, signed over its bytes; true when the shop acknowledged it. Never throws. */
async function deliver(work: Work, { eventId, body }: SandboxDelivery, stopping: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(work.webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature': createHmac('sha256', work.webhookSecret).update(body).digest('hex'),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Delivers one payment's events in the order given and stops at the first failure. That event and the later ones wait
 * for the next attempt, so a shop that hangs costs one time-out, which is shorter than the lease.
 */
async function deliverInOrder(work: Work, deliveries: SandboxDelivery[], stopping: AbortSignal): Promise<void> {
  let done = 0
  for (const delivery of deliveries) {
    if (stopping.aborted || !(await deliver(work, delivery, stopping))) break
    done += 1
  }
  const delivered = deliveries.slice(0, done).map(({ id }) => id)
  await recordDelivered(work.db, delivered)
  for (const { id, attempts } of deliveries.slice(done)) {
    const waitSeconds = stopping.aborted ? 0 : retrySeconds(attempts)
    await recordUndelivered(work.db, id, waitSeconds === undefined ? null : inMs(waitSeconds * 1000))
  }
}

async function deliverDue(work: Work, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const due = await claimDeliveries(work.db, BATCH, LEASE_MS)
    const bySubject = Map.groupBy(due, (delivery) => delivery.subject)
    await Promise.all(bySubject.values().map((deliveries) => deliverInOrder(work, deliveries, stopping)))
    if (due.length < BATCH) return
  }
}

async function runDue(work: Work, stopping: AbortSignal): Promise<void> {
  while (await settleLatePayments(work.db, work.webhookPlan())) if (stopping.aborted) return
  await processRefunds(work.db, work.webhookPlan(), work.isRefundFailing)
  await deliverDue(work, stopping)
}

/** Runs what is due, then sleeps until the next due time, at most half a minute. */
export function createBackgroundWork(work: Work): BackgroundWork {
  const stopping = new AbortController()
  let hasStarted = false
  let mustRunAgain = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    try {
      do {
        mustRunAgain = false
        await runDue(work, stopping.signal)
      } while (mustRunAgain && !stopping.signal.aborted)
      const due = await findNextDue(work.db)
      const waitMs = due ? due.getTime() - Date.now() : LONGEST_SLEEP_MS
      sleep(Math.min(Math.max(waitMs, 1), LONGEST_SLEEP_MS))
    } catch (error) {
      if (!stopping.signal.aborted) work.log.error({ err: error }, 'the sandbox could not do its work')
      sleep(RETRY_AFTER_FAULT_MS)
    }
  }

  function sleep(ms: number): void {
    if (!stopping.signal.aborted) timer = setTimeout(wake, ms).unref()
  }

  function wake(): void {
    if (!hasStarted || stopping.signal.aborted) return
    mustRunAgain = true
    if (running) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      if (mustRunAgain) wake()
    })
  }

  return {
    start() {
      hasStarted = true
      wake()
    },
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
