import { sql } from 'kysely'

import type { Address } from '#contract/schemas/address.ts'
import type { ParcelStep, UndeliveredReason } from '#contract/states/parcel-steps.ts'
import type { ParcelState } from '#contract/states/parcel-bookings.ts'
import type { Booking, CourierScan, ParcelSize } from '#server/orders/couriers/courier-service.ts'
import type { Db } from '#server/db/database.ts'

import { OPEN_BOOKINGS } from '#contract/states/parcel-bookings.ts'
import { claimDue } from '#server/db/claim-due.ts'
import { newId } from '#server/db/new-id.ts'

/** A parcel with what decides about its next step. */
export interface ParcelRow extends ParcelSize {
  id: string
  orderId: string
  direction: 'out' | 'back'
  /** The return that it brings back; null for an order's own. */
  returnId: string | null
  reference: string
  service: string
  state: ParcelState
  actorId: string | null
  /** What the courier is asked to collect at the door. */
  cashPaise: number
  shipmentId: string | null
  trackingNumber: string | null
  trackingLink: string | null
  isPickupAsked: boolean
  step: ParcelStep | null
  stepAt: Date | null
  reason: UndeliveredReason | null
  attempts: number
  bookedAt: Date | null
  /** Why the last attempt came to nothing. */
  failure: string | null
}

const COLUMNS = sql`parcels.id, parcels.order_id, parcels.direction, parcels.return_id, parcels.reference, parcels.service, parcels.state, parcels.actor_id,
  parcels.weight_grams, parcels.length_cm, parcels.breadth_cm, parcels.height_cm, parcels.cash_paise, parcels.shipment_id, parcels.tracking_number,
  parcels.tracking_link, parcels.is_pickup_asked, parcels.step, parcels.step_at, parcels.reason, parcels.attempts, parcels.booked_at, parcels.failure`

interface NewIntention extends ParcelSize {
  cashPaise: number
  orderId: string
  returnId: string | null
  service: string
  actorId: string | null
  leaseSeconds: number
}

/**
 * Writes down that a parcel is to be booked, before anybody is asked, and counts the first attempt. The reference is
 * the id of the order, or of the return with R behind it; a further one has a number behind that, because a service
 * never forgets a reference. Lock the order's checkout first.
 */
export async function insertParcel(db: Db, { leaseSeconds, ...parcel }: NewIntention): Promise<ParcelRow> {
  const { rows } = await sql<ParcelRow>`
    insert into parcels (
      id, order_id, return_id, direction, reference, service, actor_id, weight_grams, length_cm, breadth_cm, height_cm, cash_paise, attempts,
      next_attempt_at
    )
    select ${newId()}::text, ${parcel.orderId}::text, ${parcel.returnId}::text,
      case when ${parcel.returnId}::text is null then 'out' else 'back' end,
      coalesce(${parcel.returnId}::text || '-R', ${parcel.orderId}::text) || case when count(*) > 0 then '-' || (count(*) + 1) else '' end,
      ${parcel.service}::text, ${parcel.actorId}::text, ${parcel.weightGrams}::integer, ${parcel.lengthCm}::integer,
      ${parcel.breadthCm}::integer, ${parcel.heightCm}::integer, ${parcel.cashPaise}::bigint, 1, now() + make_interval(secs => ${leaseSeconds})
    from parcels where order_id = ${parcel.orderId} and return_id is not distinct from ${parcel.returnId}
    returning ${COLUMNS}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a parcel was not stored')
  return row
}

/** The parcel of an order that nobody has forgotten; with a return, the one that brings it back. */
export async function findOpenParcel(
  db: Db,
  orderId: string,
  returnId: string | null = null,
): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select ${COLUMNS} from parcels
    where order_id = ${orderId} and return_id is not distinct from ${returnId} and state = any(${OPEN_BOOKINGS}::text[])`.execute(
    db,
  )
  return rows[0]
}

/** What the audit log says that a parcel is of. */
export const subjectOf = ({ orderId, returnId }: Pick<ParcelRow, 'orderId' | 'returnId'>) =>
  returnId === null ? (['order', orderId] as const) : (['return', returnId] as const)

export async function findParcel(db: Db, id: string): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`select ${COLUMNS} from parcels where id = ${id}`.execute(db)
  return rows[0]
}

/** By the courier's number, or by the shop's own where an event comes before the answer with the number. */
export async function findParcelOf(
  db: Db,
  { service, trackingNumber, reference }: { service: string; trackingNumber: string; reference: string | null },
): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select ${COLUMNS} from parcels
    where service = ${service}
      and (tracking_number = ${trackingNumber} or (tracking_number is null and reference = ${reference}))
    order by tracking_number is null limit 1`.execute(db)
  return rows[0]
}

/**
 * Parcels about which the courier service is to be asked now; each is counted and left to this process for the lease.
 */
export const claimParcels = (db: Db, limit: number, leaseSeconds: number): Promise<ParcelRow[]> =>
  claimDue(db, {
    table: 'parcels',
    dueColumn: 'next_attempt_at',
    set: sql`attempts = attempts + 1`,
    returning: COLUMNS,
    limit,
    leaseSeconds,
  })

/** Parcels whose courier is to be asked where they are. */
export const claimChecks = (db: Db, limit: number, leaseSeconds: number): Promise<(ParcelRow & { checks: number })[]> =>
  claimDue(db, {
    table: 'parcels',
    dueColumn: 'next_check_at',
    where: sql`state = 'booked'`,
    set: sql`checks = checks + 1`,
    returning: sql`${COLUMNS}, checks`,
    limit,
    leaseSeconds,
  })

/** Stores what the courier service has booked. Its pick-up is still to be asked for. */
export async function recordBooking(
  db: Db,
  id: string,
  booking: Booking,
  { leaseSeconds, firstCheckSeconds }: { leaseSeconds: number; firstCheckSeconds: number },
): Promise<void> {
  await sql`
    update parcels set state = 'booked', shipment_id = ${booking.shipmentId}, tracking_number = ${booking.trackingNumber},
      tracking_link = ${booking.trackingLink}, carrier = ${booking.carrier}, cost_paise = ${booking.costPaise},
      step = 'booked', step_at = now(), booked_at = now(), failure = null, attempts = 0,
      next_attempt_at = case when direction = 'out' then now() + make_interval(secs => ${leaseSeconds}) end,
      next_check_at = now() + make_interval(secs => ${firstCheckSeconds})
    where id = ${id}`.execute(db)
}

export async function recordPickup(db: Db, id: string): Promise<void> {
  const asked = { isPickupAsked: true, failure: null, nextAttemptAt: null }
  await db.updateTable('parcels').set(asked).where('id', '=', id).execute()
}

/** What is tried again is due after so many seconds; what is not stays as it is. */
export async function recordFailure(
  db: Db,
  id: string,
  { failure, waitSeconds, state }: { failure: string; waitSeconds?: number; state?: ParcelState },
): Promise<void> {
  await sql`
    update parcels set failure = ${failure}, state = coalesce(${state ?? null}, state),
      next_attempt_at = now() + make_interval(secs => ${waitSeconds ?? null}::float8)
    where id = ${id}`.execute(db)
}

/**
 * A booked parcel whose order is to be shipped with it, as if it was booked now; undefined where it is not booked any
 * more. It waits for whoever has it forgotten, and they for it.
 */
export async function takeUpBooking(db: Db, id: string): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    update parcels set booked_at = now() where id = ${id} and state = 'booked' returning ${COLUMNS}`.execute(db)
  return rows[0]
}

/** The courier service is to forget the parcel. */
export async function startCancelling(db: Db, id: string, why: string | null): Promise<void> {
  await sql`
    update parcels set state = 'cancelling', failure = ${why}, attempts = 0, next_attempt_at = now(), next_check_at = null
    where id = ${id}`.execute(db)
}

export async function recordCancelled(db: Db, id: string, failure: string | null): Promise<void> {
  const cancelled = { state: 'cancelled' as const, failure, nextAttemptAt: null, nextCheckAt: null }
  await db.updateTable('parcels').set(cancelled).where('id', '=', id).where('state', '=', 'cancelling').execute()
}

/**
 * Has the courier service forget the parcels that do not leave: their order is cancelled, or its shipping was taken
 * back and nobody has shipped it again for two minutes. One that is just being booked is left to whoever books it.
 */
export async function cancelUnneeded(db: Db): Promise<void> {
  await sql`
    update parcels set state = 'cancelling', attempts = 0, next_attempt_at = now(), next_check_at = null
    from orders
    where orders.id = parcels.order_id and direction = 'out' and (
      (parcels.state = 'booked' and step = 'booked' and (
        orders.status = 'cancelled' or (orders.status = 'order placed' and booked_at < now() - interval '2 minutes')
      ))
      or (parcels.state in ('asked', 'refused') and orders.status = 'cancelled' and coalesce(next_attempt_at <= now(), true))
    )`.execute(db)
}

/** Stores scans, each once. */
export async function insertScans(db: Db, parcelId: string, scans: readonly CourierScan[]): Promise<void> {
  if (scans.length === 0) return
  await db
    .insertInto('parcelScans')
    .values(scans.map((scan) => ({ parcelId, ...scan })))
    .onConflict((conflict) => conflict.columns(['parcelId', 'at', 'word']).doNothing())
    .execute()
}

export const listScans = (db: Db, parcelId: string) =>
  db
    .selectFrom('parcelScans')
    .select(['at', 'step', 'reason'])
    .where('parcelId', '=', parcelId)
    .orderBy('at')
    .orderBy('word')
    .execute()

/** Stores where a parcel is. No courier is asked any more about one that has arrived. */
export async function recordStep(
  db: Db,
  id: string,
  { step, at, reason, isLast }: { step: ParcelStep; at: Date; reason: UndeliveredReason | null; isLast: boolean },
): Promise<void> {
  await sql`
    update parcels set step = ${step}, step_at = ${at}, reason = ${reason}, checks = 0,
      next_check_at = case when ${isLast}::boolean then null else coalesce(next_check_at, now()) end
    where id = ${id}`.execute(db)
}

/** When the courier is asked next; a parcel that has arrived meanwhile is not. */
export async function scheduleCheck(db: Db, id: string, waitSeconds: number): Promise<void> {
  await sql`
    update parcels set next_check_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${id} and state = 'booked' and next_check_at is not null`.execute(db)
}

/** What a courier service has to know of an order, beside its parcel. */
export interface OrderToSend {
  orderedAt: Date
  address: Address | null
  email: string
  isSandbox: boolean
  totalPaise: number
  cashPaise: number
  lines: { name: string; sku: string | null; quantity: number; pricePaise: number; hsn: string | null }[]
}

/** Without the pieces that were cancelled. */
export async function getOrderToSend(db: Db, orderId: string): Promise<OrderToSend> {
  const { rows } = await sql<OrderToSend>`
    select orders.created_at as ordered_at, orders.address, users.email, orders.is_sandbox,
      orders.total_paise - orders.cancelled_paise as total_paise,
      coalesce((
        select cash.amount_paise from cash_payments cash
        where orders.is_cash and cash.order_id = orders.id and cash.status = 'cash due'
      ), 0) as cash_paise,
      (
        select json_agg(json_build_object('name', trim(line.name || ' ' || line.size), 'sku', size.sku,
          'quantity', line.quantity - line.cancelled, 'pricePaise', line.paid_price_paise, 'hsn', line.hsn) order by line.position)
        from order_lines line left join product_sizes size on size.id = line.product_size_id
        where line.order_id = orders.id and line.quantity > line.cancelled
      ) as lines
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a parcel has no order')
  return { ...row, lines: row.lines ?? [] }
}
