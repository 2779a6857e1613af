import type { CourierScan } from '#server/orders/couriers/courier-service.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderState } from '#server/orders/order-status-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { currentScan, STEP_FACTS, type ParcelStep } from '#contract/states/parcel-steps.ts'
import { isShopError } from '#contract/api/errors.ts'
import { recordChange } from '#server/audit/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { publishOrder } from '#server/orders/cash-queries.ts'
import { lockOrder, takeStep } from '#server/orders/change-status.ts'
import { mailUndelivered } from '#server/orders/order-mail-queries.ts'
import { refuseParcel } from '#server/orders/parcels/refuse-parcel.ts'
import {
  findParcel,
  insertScans,
  listScans,
  recordStep,
  subjectOf,
  type ParcelRow,
} from '#server/orders/parcels/parcel-queries.ts'

export type FollowServices = Pick<Shop, 'payment' | 'settings' | 'publicUrl' | 'sendFetchedReturn'>

const COMES_BACK: readonly ParcelStep[] = ['coming back', 'back']

/**
 * Moves an order to where its parcel is, by what the buttons do: a delivered parcel delivers it and collects its cash,
 * and one that comes back was refused. An order that has taken its last step stays there. True where stock may be given
 * back.
 */
async function moveWithParcel(db: Db, shop: FollowServices, order: OrderState, step: ParcelStep): Promise<boolean> {
  if (STATUS_FACTS[order.status].parcel !== 'under way') return false
  if (step === 'delivered') await takeStep(db, shop, order, { to: 'delivered', actorId: null })
  if (!COMES_BACK.includes(step)) return false
  await refuseParcel(db, order, null)
  return true
}

/**
 * What moves with a parcel: its order, or the return that a courier has fetched now. True where stock was given back.
 */
async function moveWhatItBrings(
  db: Db,
  shop: FollowServices,
  order: OrderState,
  { returnId, step }: { returnId: string | null; step: ParcelStep },
): Promise<boolean> {
  if (returnId === null) return moveWithParcel(db, shop, order, step)
  if (step !== 'booked') await shop.sendFetchedReturn(db, returnId)
  return false
}

/**
 * Brings a booked parcel to the step that its scans say, and its order or its return with it. Call it in the
 * transaction that locked the order. True where stock was given back.
 */
export async function settleParcel(
  db: Db,
  shop: FollowServices,
  order: OrderState,
  parcel: ParcelRow,
): Promise<boolean> {
  if (parcel.state !== 'booked' || parcel.bookedAt === null) return false
  const booked = { step: 'booked', reason: null, at: parcel.bookedAt } as const
  // A courier's clock may be behind: nothing is before the booking.
  const current = currentScan([booked, ...(await listScans(db, parcel.id))]) ?? booked
  const { returnId } = parcel
  const { step, at } = current
  // Only at a customer's door is it told why nothing was fetched.
  const reason = step === 'booked' && returnId === null ? null : current.reason
  if (parcel.step === step && parcel.stepAt?.getTime() === at.getTime() && parcel.reason === reason) return false
  await recordStep(db, parcel.id, { step, at, reason, isLast: STEP_FACTS[step].isLast })
  if (step === 'not delivered') await mailUndelivered(db, parcel.id, at)
  if (returnId === null) await publishOrder(db, order.id)
  if (parcel.step === step) return false
  await recordChange(db, null, `parcel.${step}`, subjectOf(parcel), {
    before: { parcel: parcel.step },
    after: { parcel: step, ...(reason !== null && { reason }) },
  })
  return moveWhatItBrings(db, shop, order, { returnId, step })
}

/** Keeps what a courier says of a parcel, and follows it. May be repeated, in any order. */
export async function keepScans(
  { db, tags, ...shop }: FollowServices & Pick<Shop, 'db' | 'tags'>,
  { id, orderId }: Pick<ParcelRow, 'id' | 'orderId'>,
  scans: readonly CourierScan[],
): Promise<void> {
  const hasStock = await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    await insertScans(db, id, scans)
    const parcel = await findParcel(db, id)
    return parcel !== undefined && settleParcel(db, shop, order, parcel)
  })
  if (hasStock) tags.outdate(CATALOGUE)
}

/** Whether a failure is that of an order that cannot take a step. */
export const isConflict = (error: unknown): error is Error => isShopError(error) && error.code === 'conflict'
