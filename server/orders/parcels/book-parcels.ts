import type { BookParcels, BookParcelsAnswer, ParcelSizeInput } from '#contract/orders/parcels.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { isShopError } from '#contract/api/errors.ts'
import { counted } from '#contract/words/counted.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { checkStep, lockOrder } from '#server/orders/change-status.ts'
import { findParcel, getOrderToSend } from '#server/orders/parcels/parcel-queries.ts'
import { shipBooked, workOnParcel } from '#server/orders/parcels/work-on-parcels.ts'
import { checkService, writeIntention, type Intended } from '#server/orders/parcels/write-intention.ts'

/** So many parcels are booked at the same moment. */
const AT_ONCE = 4
/** After so long no further parcel is begun, and the answer says so. */
const ANSWER_WITHIN_MS = 25_000
const SLOW = 'The courier service is slow: this parcel was not asked for. Please book it again.'

type Result = BookParcelsAnswer['results'][number]
interface Intention {
  orderId: string
  actorId: string
  size?: ParcelSizeInput | undefined
}

function checkOrder(order: OrderState, isLive: boolean): void {
  if (order.status === 'shipped' && order.shipment) throw conflict('This order was sent with a courier already.')
  if (order.status !== 'shipped') checkStep(order, 'shipped', isLive)
}

/**
 * Writes down that an order's parcel is to be booked, and leaves it to the caller for the lease. Throws not-found, and
 * a conflict for an order that cannot be sent, or was sent already.
 */
function intendParcel(
  { db, payment, ...shop }: Pick<Shop, 'db' | 'courier' | 'payment' | 'settings'>,
  { orderId, actorId, size }: Intention,
): Promise<Intended> {
  return inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    checkService(shop.courier, order.isSandbox)
    checkOrder(order, !payment.isSandbox)
    const { lines, cashPaise } = await getOrderToSend(db, orderId)
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return writeIntention(db, shop, { orderId, returnId: null, pieces, cashPaise, actorId, size })
  })
}

const notBooked = (_id: string, message: string): Result => ({ _id, outcome: 'refused', message, trackingNumber: null })

async function bookOne(shop: Shop, intention: Intention): Promise<Result> {
  const { orderId: _id } = intention
  try {
    const { parcel: asked, isMine } = await intendParcel(shop, intention)
    if (asked.state === 'booked') await shipBooked(shop, asked, intention.actorId)
    if (isMine) await workOnParcel(shop, asked)
    const parcel = await findParcel(shop.db, asked.id)
    if (parcel?.state === 'booked') {
      return { _id, outcome: 'booked', message: 'Booked and shipped.', trackingNumber: parcel.trackingNumber }
    }
    if (parcel?.state === 'asked') {
      const message = 'The courier service has not answered clearly. The parcel is booked as soon as it does.'
      return { _id, outcome: 'waiting', message, trackingNumber: null }
    }
    return notBooked(_id, parcel?.failure ?? 'The order has changed.')
  } catch (error) {
    if (!isShopError(error) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
    return notBooked(_id, error.message)
  }
}

function messageOf(results: readonly Result[]): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const parts = [`${counted(count('booked'), 'parcel')} booked`]
  if (count('waiting') > 0) parts.push(`${count('waiting')} waiting for the courier service`)
  if (count('refused') > 0) parts.push(`${count('refused')} not`)
  return `${parts.join(', ')}.`
}

/**
 * Books the parcels of orders and ships each with its number, each by itself. What the courier service does not answer
 * clearly is booked by the job. May be repeated.
 */
export async function bookParcels(
  shop: Shop,
  { orders, actorId }: BookParcels & { actorId: string },
): Promise<BookParcelsAnswer> {
  const until = performance.now() + ANSWER_WITHIN_MS
  const results = new Map<string, Result>()
  const queue = [...orders]
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { _id, size } = next
      const isLate = performance.now() > until
      results.set(_id, isLate ? notBooked(_id, SLOW) : await bookOne(shop, { orderId: _id, actorId, size }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const inOrder = orders.flatMap(({ _id }) => results.get(_id) ?? [])
  return { message: messageOf(inOrder), results: inOrder }
}
