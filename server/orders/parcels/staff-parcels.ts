import type { Order } from '#contract/orders/orders.ts'
import type { StaffParcel } from '#contract/orders/parcels.ts'
import type { Db } from '#server/db/database.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { notFound } from '#server/errors.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { findOrder } from '#server/orders/order-queries.ts'
import { listParcelsOf, type StaffParcelRow } from '#server/orders/parcels/list-parcels-queries.ts'

const iso = (at: Date | null) => at && at.toISOString()

const parcelFromRow = ({
  id: _id,
  costPaise,
  stepAt,
  createdAt,
  bookedAt,
  scans,
  ...row
}: StaffParcelRow): StaffParcel => ({
  _id,
  direction: row.direction,
  state: row.state,
  reference: row.reference,
  carrier: row.carrier,
  trackingNumber: row.trackingNumber,
  trackingLink: row.trackingLink,
  weightGrams: row.weightGrams,
  lengthCm: row.lengthCm,
  breadthCm: row.breadthCm,
  heightCm: row.heightCm,
  cost: costPaise === null ? null : rupeesFromPaise(costPaise),
  step: row.step,
  stepAt: iso(stepAt),
  reason: row.reason,
  problem: row.problem,
  failure: row.failure,
  createdAt: createdAt.toISOString(),
  bookedAt: iso(bookedAt),
  scans: scans.map(({ at, ...scan }) => ({ at: new Date(at).toISOString(), ...scan })),
})

/** The parcels of an order, or those that bring a return back, the newest first. */
export const listStaffParcels = async (
  db: Db,
  of: { orderId: string } | { returnId: string },
): Promise<StaffParcel[]> => (await listParcelsOf(db, of)).map(parcelFromRow)

/** The order of a parcel. Throws not-found. */
export async function getParcelOrder(db: Db, orderId: string): Promise<Order> {
  const row = await findOrder(db, { orderId })
  if (!row) throw notFound('Order')
  return orderFromRow(row)
}
