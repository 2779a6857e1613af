import { createHash } from 'node:crypto'

import type { Db } from '#server/db/open.ts'
import type { WaitingEvent } from '#server/orders/checkout/provider-event-queries.ts'
import type { Shop } from '#server/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { growingPause } from '#server/db/claim-due.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalid } from '#server/errors.ts'
import {
  claimEvents,
  finishEventOnce,
  finishEvents,
  giveEventUp,
  insertEvent,
  postponeEvent,
} from '#server/orders/checkout/provider-event-queries.ts'
import { keepDispute, lockCheckoutOfPayment } from '#server/orders/refunds/dispute-queries.ts'
import { keepReportedRefund, noteRefund } from '#server/orders/refunds/refunds.ts'
import { askAndSettle } from '#server/orders/checkout/ask-and-settle.ts'
import {
  readWebhookEvent,
  UnreadableEvent,
  type ProviderDispute,
  type RefundEvent,
} from '#server/payments/webhook-events.ts'

const BATCH = 50
const LEASE_SECONDS = 60
const PAUSE = { firstSeconds: 2, longestSeconds: 3600 }
const MOST_ATTEMPTS = 20

const isText = (value: unknown): value is string => typeof value === 'string'

/** What the database keeps neither as text nor in JSON: NUL, and half of a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** A signed event has to be taken whatever its texts hold: the provider would repeat one that is refused, and stop in the end. */
function payloadOf(rawBody: Buffer): string {
  return JSON.stringify(JSON.parse(rawBody.toString()), (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), part as unknown]))
  })
}

/** Keeps a signed event before it is acted on. One that came before is harmless. Throws invalid for what is no event. */
export async function keepEvent(db: Db, rawBody: Buffer, eventId: unknown): Promise<void> {
  const hash = () => createHash('sha256').update(rawBody).digest('hex')
  const id = isText(eventId) && eventId !== '' && eventId.length <= 200 ? eventId : hash()
  try {
    const { type } = readWebhookEvent(rawBody)
    await insertEvent(db, { id, type: storable(type), payload: payloadOf(rawBody) })
  } catch (error) {
    if (error instanceof UnreadableEvent) throw invalid('This is no event.')
    throw error
  }
}

/** Together with the event's end: a process that dies between the two would note it again at the next attempt. */
async function noteOnce(db: Db, eventId: string, note: (db: Db) => Promise<void>): Promise<void> {
  await inTransaction(db, async (db) => {
    if (await finishEventOnce(db, eventId)) await note(db)
  })
}

async function keepRefund(shop: Shop, eventId: string, { refund, payment }: RefundEvent): Promise<void> {
  const { isOwn } = await keepReportedRefund(shop, refund, payment)
  if (isOwn) return
  await noteOnce(shop.db, eventId, (db) => noteRefund({ db, log: shop.log }, refund))
}

async function noteDispute({ db, log }: Shop, eventId: string, type: string, dispute: ProviderDispute): Promise<void> {
  log.warn({ paymentId: dispute.paymentId, disputeId: dispute.id, status: dispute.status }, 'a payment is disputed')
  const { paymentId, ...after } = dispute
  await noteOnce(db, eventId, async (db) => {
    await lockCheckoutOfPayment(db, paymentId)
    await keepDispute(db, dispute)
    await recordChange(db, { actorId: null, action: type, subjectType: 'payment', subjectId: paymentId, after })
  })
}

async function act(shop: Shop, { id, payload }: Pick<WaitingEvent, 'id' | 'payload'>): Promise<void> {
  const event = readWebhookEvent(JSON.stringify(payload))
  switch (event.kind) {
    case 'payment':
    case 'order-paid':
      await askAndSettle(shop, event.payment)
      return
    case 'refund':
      return keepRefund(shop, id, event)
    case 'dispute':
      return noteDispute(shop, id, event.type, event.dispute)
    case 'ignored':
      return
  }
}

async function dealWith(shop: Shop, { id, type, payload, attempts }: WaitingEvent): Promise<boolean> {
  try {
    await act(shop, { id, payload })
    return true
  } catch (error) {
    shop.log.error({ err: error, eventId: id, type }, 'an event of the payment provider could not be dealt with')
    const failure = error instanceof Error ? error.message : String(error)
    const waitSeconds = growingPause(attempts, PAUSE)
    if (attempts >= MOST_ATTEMPTS) await giveEventUp(shop.db, id, failure)
    else await postponeEvent(shop.db, { id, failure, waitSeconds })
    return false
  }
}

/** Deals with the events that wait, oldest first. Any number of processes may do so at once. */
export async function processEvents(shop: Shop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const events = await claimEvents(shop.db, BATCH, LEASE_SECONDS)
    const done: string[] = []
    for (const event of events) if (await dealWith(shop, event)) done.push(event.id)
    if (done.length > 0) await finishEvents(shop.db, done)
    if (events.length < BATCH) return
  }
}
