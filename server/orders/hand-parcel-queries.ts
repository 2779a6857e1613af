import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** What is known of a parcel that is handed over without a courier service. */
export interface HandParcelRow {
  weightGrams: number | null
  lengthCm: number | null
  breadthCm: number | null
  heightCm: number | null
  costPaise: number | null
}

const COLUMNS = ['weightGrams', 'lengthCm', 'breadthCm', 'heightCm', 'costPaise'] as const

export const findHandParcel = (db: Db, orderId: string): Promise<HandParcelRow | undefined> =>
  db.selectFrom('handParcels').select(COLUMNS).where('orderId', '=', orderId).executeTakeFirst()

/** Stores what is said of an order's parcel; what is not said stays as it is. Lock the order's checkout first. */
export async function saveHandParcel(db: Db, orderId: string, said: Partial<HandParcelRow>): Promise<void> {
  await db
    .insertInto('handParcels')
    .values({ orderId, ...said })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ orderId, ...said }))
    .execute()
}

export async function deleteHandParcel(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('handParcels').where('orderId', '=', orderId).execute()
}

/** What the parcels of these orders weigh, in grams, where somebody or a booking says so. */
export async function listParcelWeights(
  db: Db,
  orderIds: readonly string[],
): Promise<{ orderId: string; grams: number }[]> {
  const { rows } = await sql<{ orderId: string; grams: number }>`
    select order_id, weight_grams as grams from parcels
    where order_id = any(${orderIds}::text[]) and direction = 'out' and state = 'booked'
    union all
    select order_id, weight_grams from hand_parcels
    where order_id = any(${orderIds}::text[]) and weight_grams is not null and not exists (
      select from parcels booked where booked.order_id = hand_parcels.order_id and direction = 'out' and state = 'booked'
    )`.execute(db)
  return rows
}
