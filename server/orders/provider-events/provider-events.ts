import { createHash } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { WaitingEvent } from '#server/orders/provider-events/provider-event-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { storable, storableJson } from '#server/db/storable-json.ts'
import { invalid } from '#server/errors.ts'
import {
  claimEvents,
  finishEventOnce,
  finishEvents,
  insertEvent,
  postponeEvent,
} from '#server/orders/provider-events/provider-event-queries.ts'
import { lockCheckoutOfPayment, saveDispute } from '#server/orders/refunds/dispute-queries.ts'
import { followPayment, recordRefund } from '#server/orders/refunds/record-refund.ts'
import { recordUnknownRefund } from '#server/orders/refunds/refunds.ts'
import { settleProviderPayment } from '#server/orders/settle-payment.ts'
import {
  readWebhookEvent,
  UnreadableEvent,
  type ProviderDispute,
  type RefundEvent,
} from '#server/payments/provider-webhook-events.ts'
import { orUnknown } from '#server/payments/or-unknown.ts'
import { SHORT_CALL_MS } from '#server/payments/provider-timeouts.ts'

const BATCH = 50
const LEASE_SECONDS = 60
const PAUSE = { firstSeconds: 2, longestSeconds: 3600 }
const MAX_ATTEMPTS = 20

/**
 * Stores a signed event before anything is done about it. A repeated event is harmless. Throws invalid for anything
 * else.
 */
export async function storeEvent(db: Db, rawBody: Buffer, eventId: unknown): Promise<void> {
  const hash = () => createHash('sha256').update(rawBody).digest('hex')
  const id = typeof eventId === 'string' && eventId !== '' && eventId.length <= 200 ? eventId : hash()
  try {
    const { type } = readWebhookEvent(rawBody)
    await insertEvent(db, { id, type: storable(type), payload: storableJson(rawBody.toString()) })
  } catch (error) {
    if (error instanceof UnreadableEvent) throw invalid('This is no event.')
    throw error
  }
}

/**
 * Runs the work and ends the event in one transaction: otherwise a process that dies in between would repeat the work.
 */
async function workOnce(db: Db, eventId: string, work: (db: Db) => Promise<void>): Promise<void> {
  await inTransaction(db, async (db) => {
    if (await finishEventOnce(db, eventId)) await work(db)
  })
}

const PROVIDER_CALL = { timeoutMs: SHORT_CALL_MS }

/** A refund may be told of before its payment: then that is settled first. */
async function processRefund(shop: Shop, eventId: string, { refund, payment }: RefundEvent): Promise<void> {
  const { paymentId } = refund
  if (!(await recordRefund(shop, refund))) {
    const isAlong = payment?.id === paymentId
    const paid = isAlong ? payment : await orUnknown(shop.provider.getPayment(paymentId, PROVIDER_CALL))
    if (paid) await settleProviderPayment(shop, paid)
    if (!(await recordRefund(shop, refund))) {
      return workOnce(shop.db, eventId, (db) => recordUnknownRefund({ db, log: shop.log }, refund))
    }
  }
  if (payment?.id === paymentId) await followPayment(shop, payment, PROVIDER_CALL)
}

async function processDispute(
  { db, log }: Shop,
  eventId: string,
  type: string,
  dispute: ProviderDispute,
): Promise<void> {
  log.warn({ paymentId: dispute.paymentId, disputeId: dispute.id, status: dispute.status }, 'a payment is disputed')
  const { paymentId, ...after } = dispute
  await workOnce(db, eventId, async (db) => {
    await lockCheckoutOfPayment(db, paymentId)
    await saveDispute(db, dispute)
    await recordChange(db, null, type, ['payment', paymentId], { after })
  })
}

async function processEvent(shop: Shop, { id, payload }: WaitingEvent): Promise<void> {
  const event = readWebhookEvent(JSON.stringify(payload))
  switch (event.kind) {
    case 'payment':
      await settleProviderPayment(shop, event.payment)
      return followPayment(shop, event.payment, PROVIDER_CALL)
    case 'refund':
      return processRefund(shop, id, event)
    case 'dispute':
      return processDispute(shop, id, event.type, event.dispute)
    case 'ignored':
      return
  }
}

/** Processes the events that wait, oldest first. Any number of processes may do so at once. */
export async function processEvents(shop: Shop, signal: AbortSignal): Promise<void> {
  const { db, log } = shop
  while (!signal.aborted) {
    const events = await claimEvents(db, BATCH, LEASE_SECONDS)
    const done: string[] = []
    for (const event of events) {
      const { id, type, attempts } = event
      try {
        await processEvent(shop, event)
        done.push(id)
      } catch (error) {
        log.error({ err: error, eventId: id, type }, 'an event of the payment provider could not be dealt with')
        const failure = error instanceof Error ? error.message : String(error)
        const waitSeconds = attempts < MAX_ATTEMPTS ? backoffSeconds(attempts, PAUSE) : undefined
        await postponeEvent(db, { id, failure, waitSeconds })
      }
    }
    if (done.length > 0) await finishEvents(db, done)
    if (events.length < BATCH) return
  }
}
