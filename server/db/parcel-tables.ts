import type { Generated, JSONColumnType } from 'kysely'

import type { ParcelState } from '#contract/states/parcel-bookings.ts'
import type { ParcelStep, UndeliveredReason } from '#contract/states/parcel-steps.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** Parcels that are booked with a courier service, and what it says of them. */
export interface ParcelTables {
  parcels: {
    id: string
    orderId: string
    direction: Generated<'out' | 'back'>
    /** Of a parcel that comes back: the return that a courier fetches. */
    returnId: string | null
    /** The shop's own number at the courier service. */
    reference: string
    service: string
    state: Generated<ParcelState>
    actorId: string | null
    weightGrams: number
    lengthCm: number
    breadthCm: number
    heightCm: number
    /** What the courier is asked to collect at the door. */
    cashPaise: number
    shipmentId: string | null
    trackingNumber: string | null
    trackingLink: string | null
    carrier: string | null
    costPaise: number | null
    isPickupAsked: Generated<boolean>
    step: ParcelStep | null
    stepAt: Date | null
    reason: UndeliveredReason | null
    failure: string | null
    attempts: Generated<number>
    nextAttemptAt: Date | null
    nextCheckAt: Date | null
    checks: Generated<number>
    createdAt: CreatedAt
    bookedAt: Date | null
  }

  /** What is known of an order's parcel that no courier service was asked about. */
  handParcels: {
    orderId: string
    weightGrams: number | null
    /** All three sides, or none. */
    lengthCm: number | null
    breadthCm: number | null
    heightCm: number | null
    costPaise: number | null
    createdAt: CreatedAt
  }

  parcelScans: {
    parcelId: string
    /** By the courier's clock, to the second. */
    at: Date
    word: string
    /** Null for a word that is unknown. */
    step: ParcelStep | null
    reason: UndeliveredReason | null
    note: string
    place: string
    receivedAt: Generated<Date>
  }

  courierEvents: {
    id: string
    service: string
    trackingNumber: string
    reference: string | null
    payload: JSONColumnType<object, string, string>
    receivedAt: CreatedAt
    nextAttemptAt: Generated<Date>
    processedAt: Date | null
    attempts: Generated<number>
    failure: string | null
  }
}
