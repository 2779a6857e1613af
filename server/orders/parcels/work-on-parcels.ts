import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Booking, NewParcel } from '#server/orders/couriers/courier-service.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { CATALOGUE } from '#server/cache/tags.ts'
import { CourierRefused, CourierUnavailable } from '#server/orders/couriers/courier-errors.ts'
import { BOOKING_MS } from '#server/orders/couriers/courier-timeouts.ts'
import { backoffSeconds } from '#server/db/claim-due.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { recordChange } from '#server/audit/service.ts'
import { auditedShipment } from '#server/orders/audited-shipment.ts'
import { lockOrder, takeStep } from '#server/orders/change-status.ts'
import { mailShipmentAgain } from '#server/orders/order-mail-queries.ts'
import { isConflict, settleParcel } from '#server/orders/parcels/follow-parcel.ts'
import {
  cancelUnneeded,
  claimParcels,
  findParcel,
  getOrderToSend,
  recordBooking,
  recordCancelled,
  recordFailure,
  recordPickup,
  startCancelling,
  takeUpBooking,
  type ParcelRow,
} from '#server/orders/parcels/parcel-queries.ts'
import {
  ATTEMPT_PAUSE,
  CHECK_PAUSE,
  LEASE_SECONDS,
  MOST_CANCELLING_ATTEMPTS,
} from '#server/orders/parcels/parcel-times.ts'
import { bookReturnParcel, CANCELLED_MEANWHILE } from '#server/orders/parcels/book-return-parcel.ts'
import { MONEY_CHANGED } from '#server/orders/parcels/write-intention.ts'
import { updateShipment } from '#server/orders/order-status-queries.ts'

/** They are asked about at the same moment, so that each is done long before its lease ends. */
const BATCH = 4

async function newParcelOf({ db }: Pick<Shop, 'db'>, parcel: ParcelRow): Promise<NewParcel> {
  const { orderedAt, address, email, lines, totalPaise } = await getOrderToSend(db, parcel.orderId)
  if (!address) throw new CourierRefused('This order has no address any more.')
  const { reference, weightGrams, lengthCm, breadthCm, heightCm, cashPaise } = parcel
  return {
    reference,
    orderedAt,
    address,
    email,
    lines: lines.map((line, index) => ({ ...line, sku: line.sku ?? `${reference}-${index + 1}` })),
    totalPaise,
    cashPaise,
    weightGrams,
    lengthCm,
    breadthCm,
    heightCm,
  }
}

const shipmentOf = ({
  trackingNumber,
  trackingLink,
}: Pick<Booking, 'trackingNumber' | 'trackingLink'>): ShipmentInput => ({
  courier: 'shiprocket',
  trackingNumber,
  ...(trackingLink !== null && { trackingLink }),
})

/** Why an order does not travel with a parcel that is booked for it by now; undefined where it does. */
function whyNotKept({ status, shipment }: OrderState, isSameMoney: boolean): string | undefined {
  if (status === 'shipped') return shipment === null ? undefined : 'The order was sent with another courier meanwhile.'
  if (status !== 'order placed') return `The order is ${status}.`
  return isSameMoney ? undefined : MONEY_CHANGED
}

/**
 * Keeps a booking and ships the order with its number, in one transaction: a number without its order is never seen.
 * Where the order cannot leave any more the booking is to be forgotten.
 */
async function keepBooking(shop: Shop, { id, orderId, actorId }: ParcelRow, booking: Booking): Promise<void> {
  const shipment = shipmentOf(booking)
  const hasStock = await inTransaction(shop.db, async (db) => {
    const order = await lockOrder(db, { orderId })
    const parcel = await findParcel(db, id)
    if (parcel?.state === 'booked') return false
    const { cashPaise } = await getOrderToSend(db, orderId)
    const isSame = parcel?.cashPaise === cashPaise
    const why = parcel?.state === 'asked' ? whyNotKept(order, isSame) : CANCELLED_MEANWHILE
    if (why !== undefined) {
      await startCancelling(db, id, why)
      return false
    }
    await recordBooking(db, id, booking, { leaseSeconds: LEASE_SECONDS, firstCheckSeconds: CHECK_PAUSE.firstSeconds })
    if (order.status === 'shipped') {
      await updateShipment(db, orderId, shipment)
      await mailShipmentAgain(db, orderId)
      await recordChange(db, actorId, 'change courier', ['order', orderId], { after: auditedShipment(shipment) })
    } else await takeStep(db, shop, order, { to: 'shipped', actorId, shipment })
    const booked = await findParcel(db, id)
    return booked !== undefined && settleParcel(db, shop, { ...order, status: 'shipped', shipment }, booked)
  }).catch(async (error: unknown) => {
    if (!isConflict(error)) throw error
    await startCancelling(shop.db, id, error.message)
    return false
  })
  if (hasStock) shop.tags.outdate(CATALOGUE)
}

/**
 * Ships an order whose parcel was booked before its shipping was taken back. Does nothing where the courier service is
 * to forget the parcel by now. Throws a conflict for an order that cannot be shipped.
 */
export async function shipBooked(
  shop: Shop,
  { orderId, id }: Pick<ParcelRow, 'orderId' | 'id'>,
  actorId: string,
): Promise<void> {
  await inTransaction(shop.db, async (db) => {
    const order = await lockOrder(db, { orderId })
    const parcel = await takeUpBooking(db, id)
    if (!parcel || parcel.trackingNumber === null) return undefined
    const { cashPaise } = await getOrderToSend(db, orderId)
    if (parcel.cashPaise !== cashPaise) return startCancelling(db, id, MONEY_CHANGED)
    const { trackingNumber, trackingLink } = parcel
    return takeStep(db, shop, order, {
      to: 'shipped',
      actorId,
      shipment: shipmentOf({ trackingNumber, trackingLink }),
    })
  })
}

async function book(shop: Shop, parcel: ParcelRow): Promise<void> {
  const options = { mayExist: parcel.attempts > 1, signal: AbortSignal.timeout(BOOKING_MS) }
  if (parcel.returnId !== null) return bookReturnParcel(shop, { ...parcel, returnId: parcel.returnId }, options)
  const booking = await shop.courier.book(await newParcelOf(shop, parcel), options)
  await keepBooking(shop, parcel, booking)
}

/** What is fetched from a customer has its pick-up booked with it. */
async function askForPickup({ db, courier }: Shop, parcel: ParcelRow): Promise<void> {
  const { id, direction, shipmentId, isPickupAsked } = parcel
  if (direction === 'back' || shipmentId === null || isPickupAsked) return
  await courier.pickUp(shipmentId)
  await recordPickup(db, id)
}

/**
 * Takes the next step of a parcel at the courier service. What it answers is the parcel's, and no fault of the caller.
 */
async function takeParcelStep(shop: Shop, parcel: ParcelRow): Promise<void> {
  switch (parcel.state) {
    case 'asked': {
      await book(shop, parcel)
      const booked = await findParcel(shop.db, parcel.id)
      return booked?.state === 'booked' ? takeParcelStep(shop, booked) : undefined
    }
    case 'booked':
      return askForPickup(shop, parcel)
    case 'cancelling':
      await shop.courier.cancel(parcel.reference)
      return recordCancelled(shop.db, parcel.id, null)
    case 'refused':
    case 'cancelled':
      return undefined
  }
}

/** What a failed call means: a refusal to book is for a person, everything else is tried again. */
async function keepFailure(shop: Shop, { id, attempts }: ParcelRow, error: Error): Promise<void> {
  const { db } = shop
  const now = await findParcel(db, id)
  const failure = error.message
  const waitSeconds = backoffSeconds(Math.max(now?.attempts ?? attempts, 1), ATTEMPT_PAUSE)
  if (now?.state === 'asked' && error instanceof CourierRefused) {
    return recordFailure(db, id, { failure, state: 'refused' })
  }
  if (now?.state === 'cancelling' && now.attempts >= MOST_CANCELLING_ATTEMPTS) return recordCancelled(db, id, failure)
  const isOpen = now && ['asked', 'booked', 'cancelling'].includes(now.state)
  if (isOpen) await recordFailure(db, id, { failure, waitSeconds })
}

/**
 * Books a parcel, has it fetched, or has it forgotten, whatever is next. Does nothing about a parcel of another courier
 * service.
 */
export async function workOnParcel(shop: Shop, parcel: ParcelRow): Promise<void> {
  if (parcel.service !== shop.courier.name) return
  try {
    await takeParcelStep(shop, parcel)
  } catch (error) {
    if (!(error instanceof CourierRefused) && !(error instanceof CourierUnavailable)) throw error
    await keepFailure(shop, parcel, error)
  }
}

/** Asks the courier service about the parcels that are due. Any number of processes may do so at once. */
export async function workOnParcels(shop: Shop, signal: AbortSignal): Promise<void> {
  await cancelUnneeded(shop.db)
  while (!signal.aborted) {
    const parcels = await claimParcels(shop.db, BATCH, LEASE_SECONDS)
    await Promise.all(
      parcels.map((parcel) =>
        workOnParcel(shop, parcel).catch((err: unknown) =>
          shop.log.error({ err, parcelId: parcel.id }, 'a parcel could not be dealt with'),
        ),
      ),
    )
    if (parcels.length < BATCH) return
  }
}
