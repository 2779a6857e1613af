import type { ParcelSizeInput } from '#contract/orders/parcels.ts'
import type { CourierService } from '#server/orders/couriers/courier-service.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { conflict } from '#server/errors.ts'
import {
  findOpenParcel,
  insertParcel,
  startCancelling,
  subjectOf,
  type ParcelRow,
} from '#server/orders/parcels/parcel-queries.ts'
import { LEASE_SECONDS } from '#server/orders/parcels/parcel-times.ts'

export const MONEY_CHANGED = 'What is paid at the door has changed. Please book the parcel again.'

/**
 * An order of the emulated provider travels with no real courier, and a real one not with the emulated courier service.
 */
export function checkService(courier: CourierService, isSandboxOrder: boolean): void {
  if (courier.name === 'by hand') {
    throw conflict('No courier service is set up. Hand the parcel over and enter its number.')
  }
  if (courier.isSandbox === isSandboxOrder) return
  throw conflict(
    courier.isSandbox
      ? 'The courier service is the emulated one, which does not take real parcels.'
      : 'No money moved for this order, so no courier is booked for it.',
  )
}

/** The weight by the pieces, and the sides of the shop's usual parcel. */
function usualSize({ settings }: Pick<Shop, 'settings'>, pieces: number): ParcelSizeInput {
  const { parcelPieceGrams, parcelLengthCm, parcelBreadthCm, parcelHeightCm } = settings.current()
  return {
    weightGrams: parcelPieceGrams * Math.max(pieces, 1),
    lengthCm: parcelLengthCm,
    breadthCm: parcelBreadthCm,
    heightCm: parcelHeightCm,
  }
}

interface Wanted {
  orderId: string
  /** The return that is to be fetched; null where the order is to be sent. */
  returnId: string | null
  pieces: number
  cashPaise: number
  actorId: string
  size?: ParcelSizeInput | undefined
}

/** A parcel that is to be booked; one that somebody else is booking is not `isMine`. */
export interface Intended {
  parcel: ParcelRow
  isMine: boolean
}

/**
 * Writes down that a parcel is to be booked, before anybody is asked. One that is booked already is given back as it
 * is; one that was refused is forgotten and asked for anew, as things are now. Lock the order first.
 */
export async function writeIntention(
  db: Db,
  { courier, ...shop }: Pick<Shop, 'courier' | 'settings'>,
  { orderId, returnId, pieces, cashPaise, actorId, size }: Wanted,
): Promise<Intended> {
  const open = await findOpenParcel(db, orderId, returnId)
  if (open?.state === 'asked') return { parcel: open, isMine: false }
  if (open?.state === 'booked') return { parcel: open, isMine: true }
  const chosen = size ?? usualSize(shop, pieces)
  const after = { weightGrams: chosen.weightGrams }
  await recordChange(db, actorId, 'parcel.asked', subjectOf({ orderId, returnId }), { after })
  // The courier service keeps what it refused as it was told then: other facts go under another number.
  if (open) await startCancelling(db, open.id, open.failure)
  const parcel = { orderId, returnId, service: courier.name, actorId, cashPaise }
  return { parcel: await insertParcel(db, { ...parcel, ...chosen, leaseSeconds: LEASE_SECONDS }), isMine: true }
}
