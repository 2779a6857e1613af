import type { Settings } from '#contract/settings/settings.ts'
import type { Booking, CallOptions, ReturnTarget } from '#server/orders/couriers/courier-service.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { CourierRefused } from '#server/orders/couriers/courier-errors.ts'
import { settleParcel } from '#server/orders/parcels/follow-parcel.ts'
import { findParcel, recordBooking, startCancelling, type ParcelRow } from '#server/orders/parcels/parcel-queries.ts'
import { CHECK_PAUSE, LEASE_SECONDS } from '#server/orders/parcels/parcel-times.ts'
import { getReturnToFetch, mailPickUp } from '#server/orders/parcels/return-parcel-queries.ts'
import { checkService, writeIntention, type Intended } from '#server/orders/parcels/write-intention.ts'

export const CANCELLED_MEANWHILE = 'It was cancelled while it was being booked.'

const NO_TARGET =
  'The courier has to know where to bring it. Please enter the shop’s address under Seller and the phone under Customer care, in the settings.'

/** The code of India or a zero before a number of ten digits; a toll-free one has more. */
const BEFORE_PHONE = /^(?:91|0)(?=\d{10}$)/

/** Where couriers bring returns; undefined while the owner has not said it. */
function targetOf(settings: Settings): ReturnTarget | undefined {
  const { addressLines, addressCity: city, addressState: state, addressPin: pincode } = settings
  const { legalName, shopName, carePhone, careEmail: email } = settings
  const street = addressLines.split('\n').filter(Boolean).join(', ')
  const phone = carePhone.replaceAll(/\D/g, '').replace(BEFORE_PHONE, '')
  if ([street, city, state, pincode, phone].includes('')) return undefined
  return { name: legalName || shopName, street, city, state, pincode, phone, email }
}

interface Wanted {
  order: OrderState
  returnId: string
  pieces: number
  actorId: string
}

/**
 * Writes down that a courier is to fetch a return. Throws a conflict where no courier service could bring it. Call it
 * in the transaction that locked the order.
 */
export async function intendReturnParcel(
  db: Db,
  shop: Pick<Shop, 'courier' | 'settings'>,
  { order, ...wanted }: Wanted,
): Promise<Intended> {
  checkService(shop.courier, order.isSandbox)
  if (!targetOf(shop.settings.current())) throw conflict(NO_TARGET)
  return writeIntention(db, shop, { ...wanted, orderId: order.id, cashPaise: 0 })
}

type ReturnParcel = ParcelRow & { returnId: string }

/** Keeps a booking, unless the return is not to be fetched any more: then it is to be forgotten. */
async function keepBooking(shop: Shop, { id, orderId, returnId, actorId }: ReturnParcel, booking: Booking) {
  await inTransaction(shop.db, async (db) => {
    const order = await lockOrder(db, { orderId })
    const parcel = await findParcel(db, id)
    if (parcel?.state === 'booked') return
    const { status } = await getReturnToFetch(db, returnId)
    const changed = status === 'approved' ? undefined : `The return is ${status}.`
    const why = parcel?.state === 'asked' ? changed : CANCELLED_MEANWHILE
    if (why !== undefined) return startCancelling(db, id, why)
    await recordBooking(db, id, booking, { leaseSeconds: LEASE_SECONDS, firstCheckSeconds: CHECK_PAUSE.firstSeconds })
    const { carrier, trackingNumber } = booking
    await recordChange(db, actorId, 'parcel.booked', ['return', returnId], { after: { carrier, trackingNumber } })
    await mailPickUp(db, returnId)
    const booked = await findParcel(db, id)
    if (booked) await settleParcel(db, shop, order, booked)
  })
}

/** Books the parcel that a courier fetches from a customer. Throws what the courier service answers. */
export async function bookReturnParcel(
  shop: Shop,
  parcel: ReturnParcel,
  options: CallOptions & { mayExist: boolean },
): Promise<void> {
  const { reference, cashPaise, weightGrams, lengthCm, breadthCm, heightCm } = parcel
  const { status: _status, address, lines, ...about } = await getReturnToFetch(shop.db, parcel.returnId)
  const target = targetOf(shop.settings.current())
  if (!address) throw new CourierRefused('This order has no address any more.')
  if (!target) throw new CourierRefused(NO_TARGET)
  const skus = lines.map((line, index) => ({ ...line, sku: line.sku ?? `${reference}-${index + 1}` }))
  const size = { weightGrams, lengthCm, breadthCm, heightCm }
  const sent = { ...about, ...size, reference, address, cashPaise, lines: skus }
  await keepBooking(shop, parcel, await shop.courier.bookReturn(sent, target, options))
}
