import { randomInt } from 'node:crypto'

import type { CourierSandboxDb, SandboxParcel, SandboxScan } from '#sandbox/courier/courier-database.ts'

import { SHIPMENT_OFFSET, statusCallBody } from '#sandbox/courier/courier-entities.ts'

const COURIERS = ['Delhivery Surface', 'Xpressbees Surface', 'Blue Dart Air', 'Ekart Logistics']

interface NewOrder {
  reference: string
  isReturn: boolean
  request: object
}

/** Creates an order, once more each time that it is asked: the service knows no idempotency. */
export const createParcel = (db: CourierSandboxDb, { request, ...order }: NewOrder): Promise<SandboxParcel> =>
  db
    .insertInto('sandboxParcels')
    .values({ ...order, awb: null, courier: null, pickupAt: null, request: JSON.stringify(request) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findByShipment = (db: CourierSandboxDb, shipmentId: number): Promise<SandboxParcel | undefined> =>
  db
    .selectFrom('sandboxParcels')
    .selectAll()
    .where('id', '=', shipmentId - SHIPMENT_OFFSET)
    .executeTakeFirst()

export const findByAwb = (db: CourierSandboxDb, awb: string): Promise<SandboxParcel | undefined> =>
  db.selectFrom('sandboxParcels').selectAll().where('awb', '=', awb).executeTakeFirst()

/** Newest first. */
export const listParcels = (
  db: CourierSandboxDb,
  { search, count, skip = 0 }: { search?: string | undefined; count: number; skip?: number },
): Promise<SandboxParcel[]> =>
  db
    .selectFrom('sandboxParcels')
    .selectAll()
    .$if(search !== undefined, (query) =>
      query.where((row) => row.or([row('reference', '=', search ?? ''), row('awb', '=', search ?? '')])),
    )
    .orderBy('id', 'desc')
    .limit(count)
    .offset(skip)
    .execute()

/** Gives a parcel its courier and number. Undefined where it has one, or is cancelled. */
export const assignAwb = (db: CourierSandboxDb, { id }: SandboxParcel): Promise<SandboxParcel | undefined> =>
  db
    .updateTable('sandboxParcels')
    .set({ awb: `1904${id}${randomInt(10, 100)}`, courier: COURIERS[id % COURIERS.length] ?? null })
    .where('id', '=', id)
    .where('awb', 'is', null)
    .where('isCancelled', '=', false)
    .returningAll()
    .executeTakeFirst()

/** Undefined where it is to be fetched already. */
export const schedulePickup = (db: CourierSandboxDb, { id }: SandboxParcel): Promise<SandboxParcel | undefined> =>
  db
    .updateTable('sandboxParcels')
    .set({ pickupAt: new Date() })
    .where('id', '=', id)
    .where('pickupAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

export async function cancelParcels(db: CourierSandboxDb, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('sandboxParcels').set({ isCancelled: true }).where('id', 'in', ids).execute()
}

/** In the order in which they happened. */
export const listScans = (db: CourierSandboxDb, parcelId: number): Promise<SandboxScan[]> =>
  db.selectFrom('sandboxScans').selectAll().where('parcelId', '=', parcelId).orderBy('at').orderBy('id').execute()

export interface NewScan {
  label: string
  activity: string
  location: string
  at: Date
}

/**
 * A courier scans a parcel; the shop is told by a status call with the whole history, at each of the times of `due`.
 */
export async function scanParcel(
  db: CourierSandboxDb,
  parcel: SandboxParcel,
  scan: NewScan,
  due: readonly Date[],
): Promise<void> {
  await db
    .insertInto('sandboxScans')
    .values({ parcelId: parcel.id, ...scan })
    .execute()
  if (due.length === 0) return
  const body = statusCallBody(parcel, await listScans(db, parcel.id))
  await db
    .insertInto('sandboxCourierEvents')
    .values(due.map((nextAttemptAt) => ({ parcelId: parcel.id, body, nextAttemptAt, deliveredAt: null })))
    .execute()
}
