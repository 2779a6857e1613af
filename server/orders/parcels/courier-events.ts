import { createHash } from 'node:crypto'

import type { WaitingCourierEvent } from '#server/orders/parcels/courier-event-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { UnreadableCourierEvent } from '#server/orders/couriers/courier-service.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { storableJson } from '#server/db/storable-json.ts'
import { invalid } from '#server/errors.ts'
import {
  claimCourierEvents,
  finishCourierEvents,
  insertCourierEvent,
  postponeCourierEvent,
} from '#server/orders/parcels/courier-event-queries.ts'
import { keepScans } from '#server/orders/parcels/follow-parcel.ts'
import { findParcelOf } from '#server/orders/parcels/parcel-queries.ts'
import { EVENT_PAUSE, LEASE_SECONDS, MOST_EVENT_ATTEMPTS } from '#server/orders/parcels/parcel-times.ts'

const BATCH = 50
const LONGEST_NUMBER = 200

const UNKNOWN_PARCEL = 'No parcel of this shop has this number.'

/**
 * Stores an event whose secret was checked, before anything is done about it. The same bytes again are harmless. Throws
 * invalid for anything that is no event.
 */
export async function storeCourierEvent({ db, courier }: Pick<Shop, 'db' | 'courier'>, rawBody: string): Promise<void> {
  try {
    const { trackingNumber, reference } = courier.readEvent(rawBody)
    const id = createHash('sha256').update(rawBody).digest('hex')
    const payload = storableJson(rawBody)
    const numbers = {
      trackingNumber: trackingNumber.slice(0, LONGEST_NUMBER),
      reference: reference?.slice(0, LONGEST_NUMBER) ?? null,
    }
    await insertCourierEvent(db, { id, service: courier.name, payload, ...numbers })
  } catch (error) {
    if (error instanceof UnreadableCourierEvent) throw invalid('This is no event.')
    throw error
  }
}

/** True where the event is dealt with; false where its parcel is not known, which may change in a moment. */
async function processEvent(shop: Shop, { service, payload }: WaitingCourierEvent): Promise<boolean> {
  if (service !== shop.courier.name) return false
  const { scans, ...numbers } = shop.courier.readEvent(JSON.stringify(payload))
  const parcel = await findParcelOf(shop.db, { service, ...numbers })
  if (parcel) await keepScans(shop, parcel, scans)
  return parcel !== undefined
}

/** Processes the events that wait, oldest first. Any number of processes may do so at once. */
export async function processCourierEvents(shop: Shop, signal: AbortSignal): Promise<void> {
  const { db, log } = shop
  while (!signal.aborted) {
    const events = await claimCourierEvents(db, BATCH, LEASE_SECONDS)
    const done: string[] = []
    for (const event of events) {
      const { id, attempts } = event
      const waitSeconds = attempts < MOST_EVENT_ATTEMPTS ? backoffSeconds(attempts, EVENT_PAUSE) : undefined
      try {
        if (await processEvent(shop, event)) done.push(id)
        else await postponeCourierEvent(db, { id, failure: UNKNOWN_PARCEL, waitSeconds })
      } catch (error) {
        log.error({ err: error, eventId: id }, 'an event of the courier service could not be dealt with')
        const failure = error instanceof Error ? error.message : String(error)
        await postponeCourierEvent(db, { id, failure, waitSeconds })
      }
    }
    if (done.length > 0) await finishCourierEvents(db, done)
    if (events.length < BATCH) return
  }
}
