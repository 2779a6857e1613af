import type { z } from 'zod'

import type { MovementsQuery, SizePlaces, StockMovement, StockQuery, StockRow } from '#contract/stock/stock.ts'
import type { Db } from '#server/db/database.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { notFound } from '#server/errors.ts'
import { listMovementRows, type MovementRow } from '#server/stock/movement-queries.ts'
import {
  listPlacesOfProduct,
  listSizesById,
  listStockedSizes,
  type PlaceCounts,
  type StockedSize,
} from '#server/stock/places-queries.ts'

const placesOf = ({ shelf, held, packed, parcel, customer, back, inspection, writtenOff, takenIn }: PlaceCounts) => ({
  shelf,
  held,
  packed,
  parcel,
  customer,
  back,
  inspection,
  writtenOff,
  takenIn,
})

/**
 * The places of a product's pieces, also of a deleted one, now or at the end of a day in India. Throws not-found (404).
 */
export async function getStock(db: Db, productId: string, on: string | undefined): Promise<SizePlaces[]> {
  const sizes = await listPlacesOfProduct(db, productId, on)
  if (sizes.length === 0) throw notFound('Product')
  return sizes.map((size) => ({ size: size.size, ...placesOf(size) }))
}

function rowOf(size: StockedSize): StockRow {
  const { average, shelf, held, packed, back, inspection } = size
  const owned = shelf + held + packed + back + inspection
  return {
    _id: size.id,
    product: { _id: size.productId, name: size.name, isDeleted: size.isDeleted },
    size: size.size,
    sku: size.sku,
    storagePlace: size.storagePlace,
    ...placesOf(size),
    cost: average === null ? null : rupeesFromPaise(Math.round(average)),
    value: average === null ? null : rupeesFromPaise(Math.round(average * owned)),
  }
}

export async function listStock(
  db: Db,
  { page, limit, ...filter }: z.output<typeof StockQuery>,
): Promise<ListPage<StockRow>> {
  return mapPage(await listStockedSizes(db, { ...filter, ...windowOf({ page: page ?? 1, limit }) }), rowOf)
}

/** The sizes with these ids, in any order. */
export const listStockById = async (db: Db, ids: readonly string[]): Promise<StockRow[]> =>
  (await listSizesById(db, ids)).map(rowOf)

function movementOf(row: MovementRow): StockMovement {
  const { supplier, billNumber, costPaise } = row
  return {
    _id: String(row.id),
    at: row.createdAt.toISOString(),
    size: row.size,
    from: row.fromPlace,
    to: row.toPlace,
    quantity: row.quantity,
    reason: row.reason,
    note: row.note,
    person: row.person,
    orderId: row.orderId,
    bill:
      supplier === null || billNumber === null
        ? null
        : { supplier, number: billNumber, cost: rupeesFromPaise(costPaise ?? 0) },
  }
}

/** The movements of a product's pieces, the newest first: what each number of a place is made of. Throws not-found. */
export async function listMovements(
  db: Db,
  productId: string,
  { page, limit, ...filter }: z.output<typeof MovementsQuery>,
): Promise<ListPage<StockMovement>> {
  const window = windowOf({ page: page ?? 1, limit })
  const rows = await listMovementRows(db, { productId, ...filter, ...window })
  if (rows.total === 0 && (await listPlacesOfProduct(db, productId, undefined)).length === 0) throw notFound('Product')
  return mapPage(rows, movementOf)
}
