import { sql } from 'kysely'

import type { ParcelStep } from '#contract/states/parcel-steps.ts'
import type { ParcelProblem } from '#contract/orders/parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Db } from '#server/db/database.ts'
import type { ParcelRow } from '#server/orders/parcels/parcel-queries.ts'

import { inIndia } from '#server/db/india-time.ts'
import { PARCEL_PROBLEM } from '#server/db/parcel-problem.ts'

/** A parcel as the staff see it. */
export interface StaffParcelRow extends ParcelRow {
  carrier: string | null
  costPaise: number | null
  createdAt: Date
  problem: ParcelProblem | null
  scans: { at: string; word: string; step: ParcelStep | null; note: string; place: string }[]
}

/** The parcels of an order, or of a return, the newest first. */
export async function listParcelsOf(db: Db, of: { orderId: string } | { returnId: string }): Promise<StaffParcelRow[]> {
  const isOf =
    'returnId' in of
      ? sql`parcels.return_id = ${of.returnId}`
      : sql`parcels.order_id = ${of.orderId} and parcels.return_id is null`
  const { rows } = await sql<StaffParcelRow>`
    select parcels.id, parcels.order_id, parcels.direction, parcels.return_id, parcels.reference, parcels.service, parcels.state, parcels.actor_id,
      parcels.weight_grams, parcels.length_cm, parcels.breadth_cm, parcels.height_cm, parcels.cash_paise, parcels.shipment_id, parcels.tracking_number,
      parcels.tracking_link, parcels.carrier, parcels.cost_paise, parcels.is_pickup_asked, parcels.step, parcels.step_at, parcels.reason,
      parcels.attempts, parcels.failure, parcels.created_at, parcels.booked_at, ${PARCEL_PROBLEM} as problem,
      coalesce((
        select json_agg(
          json_build_object('at', scan.at, 'word', scan.word, 'step', scan.step, 'note', scan.note, 'place', scan.place)
          order by scan.at, scan.received_at
        )
        from parcel_scans scan where scan.parcel_id = parcels.id
      ), '[]') as scans
    from parcels join orders on orders.id = parcels.order_id
    where ${isOf}
    order by parcels.created_at desc, parcels.id desc`.execute(db)
  return rows
}

/** A parcel that was sent on a day and that no courier is known to have. */
export interface LeavingParcel {
  orderId: string
  /** Who really carries it, where a courier service said so. */
  carrier: string | null
  shipment: ShipmentInput | null
  name: string
  city: string
  pincode: string
  weightGrams: number | null
  cashPaise: number
}

/**
 * The parcels of orders that were shipped on a day in India, without those that a courier has scanned: the oldest
 * first, at most `limit`.
 */
export async function listLeavingParcels(
  db: Db,
  { day, hasSandbox, limit }: { day: string; hasSandbox: boolean; limit: number },
): Promise<LeavingParcel[]> {
  const { rows } = await sql<LeavingParcel>`
    select orders.id as order_id, parcels.carrier, orders.shipment, orders.address ->> 'fullName' as name,
      orders.address ->> 'city' as city, orders.address ->> 'pincode' as pincode, parcels.weight_grams,
      coalesce((
        select cash.amount_paise from cash_payments cash
        where orders.is_cash and cash.order_id = orders.id and cash.status = 'cash due'
      ), 0) as cash_paise
    from orders
    join order_steps step on step.order_id = orders.id and step.status = 'shipped'
    left join parcels on parcels.order_id = orders.id and parcels.direction = 'out' and parcels.state = 'booked'
    where orders.status = 'shipped' and orders.address is not null and (${hasSandbox}::boolean or not orders.is_sandbox)
      and step.at >= ${inIndia(sql`${day}::date::timestamp`)} and step.at < ${inIndia(sql`(${day}::date + 1)::timestamp`)}
      and (parcels.id is null or parcels.step = 'booked')
    order by step.at, orders.id
    limit ${limit}`.execute(db)
  return rows
}
