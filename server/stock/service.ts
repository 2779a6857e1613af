import type { z } from 'zod'

import type {
  BillsQuery,
  ListedBill,
  MovementsQuery,
  SizePlaces,
  StockCount,
  StockMovement,
  StockQuery,
  StockReport,
  StockReportQuery,
  StockReportRow,
  StockRow,
  SupplierBill,
} from '#contract/stock/stock.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { codeKey } from '#contract/catalogue/size-codes.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/money.ts'
import { counted } from '#contract/wordings/counted.ts'
import { recordChanges } from '#server/audit/service.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { lockStock, setStocks } from '#server/inventory/queries.ts'
import { takeIn } from '#server/inventory/taking-in-queries.ts'
import { listBillRows, listNamedSizes, type BillRow, type NamedSize } from '#server/stock/bill-queries.ts'
import { listMovementRows, type MovementRow } from '#server/stock/movement-queries.ts'
import {
  listPlacesOfProduct,
  listStockedSizes,
  type PlaceCounts,
  type StockedSize,
} from '#server/stock/places-queries.ts'
import { listReportRows, type ReportRow } from '#server/stock/report-queries.ts'
import { stockReportCsv } from '#server/stock/stock-report-csv.ts'

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

/** The places of a product's pieces, also of a deleted one, now or at the end of a day in India. Throws not-found (404). */
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

/** The movements of a product's pieces, the newest first: what each number of a place is made of. */
export async function listMovements(
  db: Db,
  productId: string,
  { page, limit, ...filter }: z.output<typeof MovementsQuery>,
): Promise<ListPage<StockMovement>> {
  const window = windowOf({ page: page ?? 1, limit })
  return mapPage(await listMovementRows(db, { productId, ...filter, ...window }), movementOf)
}

const inWords = ({ productName, size }: NamedSize) => (size === '' ? productName : `${productName}, ${size}`)

/** One entry of the audit log for each product, with the shelves of its sizes before and after. */
async function recordShelves(
  db: Db,
  actorId: string,
  action: string,
  changed: readonly { size: NamedSize; from: number; to: number }[],
  after: Record<string, string>,
): Promise<void> {
  const products = Map.groupBy(changed, ({ size }) => size.productId)
  const entries = [...products].map(([productId, sizes]) => ({
    actorId,
    action,
    subject: ['product', productId] as const,
    before: { sizes: sizes.map(({ size, from }) => ({ size: size.size, stock: from })) },
    after: { sizes: sizes.map(({ size, to }) => ({ size: size.size, stock: to })), ...after },
  }))
  await recordChanges(db, entries)
}

/**
 * Sets shelves to what was counted there, with the reason of the difference. Pieces that are held or packed for orders are not counted. Returns
 * a sentence. Throws not-found (404), invalid (400) for a size that is named twice, and a conflict (409) where a shelf has changed since it was counted.
 */
export async function countStock(
  db: Db,
  actorId: string,
  { lines, reason }: z.output<typeof StockCount>,
): Promise<string> {
  const ids = lines.map(({ _id }) => _id)
  if (new Set(ids).size < ids.length) throw invalidField('lines', 'A size can be counted once.')
  return inTransaction(db, async (db) => {
    await lockStock(db, ids)
    const sizes = new Map((await listNamedSizes(db, ids)).map((size) => [size.id, size]))
    const different = lines.flatMap(({ _id, counted: to, was }) => {
      const size = sizes.get(_id)
      if (!size) throw notFound('Size')
      if (was !== undefined && was !== size.stock) {
        throw conflict(`The shelf has ${size.stock} of ${inWords(size)} by now. Please count again.`)
      }
      return to === size.stock ? [] : [{ size, from: size.stock, to }]
    })
    if (different.length === 0) return 'The count agrees with the shelf.'
    const stocks = different.map(({ size, to }) => ({ productSizeId: size.id, to }))
    await setStocks(db, stocks, actorId, { reason: 'count', note: reason })
    await recordShelves(db, actorId, 'count stock', different, { reason })
    const difference = different.reduce((sum, { from, to }) => sum + to - from, 0)
    const found =
      different.length === 1
        ? `${inWords(different[0]!.size)}: ${different[0]!.to} on the shelf`
        : `${different.length} sizes counted`
    return `${found}, ${difference < 0 ? `${counted(-difference, 'piece')} fewer` : `${counted(difference, 'piece')} more`}.`
  })
}

type BillLine = z.output<typeof SupplierBill>['lines'][number]

/** The size of each line, by its id, SKU or barcode. Throws invalid (400) for a line without one, and for a size that stands there twice. */
function sizesOfLines(lines: readonly BillLine[], found: readonly NamedSize[]): { line: BillLine; size: NamedSize }[] {
  const named = new Map(found.flatMap((size) => [size.id, size.sku, size.barcode].map((code) => [codeKey(code), size])))
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const size = named.get(codeKey(line.code))
    if (!size) throw invalidField(`lines.${index}.code`, `No size has the SKU or barcode “${line.code}”.`)
    if (seen.has(size.id)) throw invalidField(`lines.${index}.code`, `${inWords(size)} stands in the bill twice.`)
    seen.add(size.id)
    if (size.stock + line.quantity > MAX_STOCK) {
      throw conflictIn(`lines.${index}.quantity`, `Stock cannot pass ${MAX_STOCK}.`)
    }
    return { line, size }
  })
}

/**
 * Takes in what a supplier's bill brings: the pieces come to the shelf, and the average cost moves. Returns a sentence. Throws invalid (400) for
 * a line without its size, and a conflict (409) for a bill that was taken in already.
 */
export async function takeInBill(
  db: Db,
  actorId: string,
  { lines, ...bill }: z.output<typeof SupplierBill>,
): Promise<string> {
  const codes = lines.map(({ code }) => code)
  try {
    return await inTransaction(db, async (db) => {
      const ids = (await listNamedSizes(db, codes)).map(({ id }) => id)
      await lockStock(db, ids)
      const sizes = sizesOfLines(lines, await listNamedSizes(db, codes))
      const taken = sizes.map(({ line, size }) => ({
        productSizeId: size.id,
        quantity: line.quantity,
        costPaise: paiseFromRupees(line.cost),
      }))
      await takeIn(db, bill, taken, actorId)
      const changed = sizes.map(({ line, size }) => ({ size, from: size.stock, to: size.stock + line.quantity }))
      await recordShelves(db, actorId, 'take in stock', changed, { supplier: bill.supplier, bill: bill.number })
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
      return `${counted(pieces, 'piece')} taken in from ${bill.supplier}.`
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'supplier_bills_number')) throw error
    throw conflictIn('number', `The bill ${bill.number} of ${bill.supplier} was taken in already.`)
  }
}

const billOf = ({ id, costPaise, createdAt, ...row }: BillRow): ListedBill => ({
  _id: id,
  ...row,
  cost: rupeesFromPaise(costPaise),
  at: createdAt.toISOString(),
})

export async function listBills(
  db: Db,
  { page, limit, search }: z.output<typeof BillsQuery>,
): Promise<ListPage<ListedBill>> {
  return mapPage(await listBillRows(db, { search, ...windowOf({ page: page ?? 1, limit }) }), billOf)
}

const rupeesOrNull = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise))

function reportRowOf({ id, name, takenIn, sold, writtenOff, stock, ...row }: ReportRow): StockReportRow {
  const { takenInPaise, revenuePaise, costPaise, valuePaise } = row
  return {
    key: id,
    name,
    takenIn,
    takenInCost: rupeesFromPaise(takenInPaise),
    sold,
    revenue: rupeesFromPaise(revenuePaise),
    cost: rupeesOrNull(costPaise),
    margin: costPaise === null ? null : rupeesFromPaise(revenuePaise - costPaise),
    writtenOff,
    stock,
    value: rupeesOrNull(valuePaise),
  }
}

/** What was taken in, sold and written off on these days, and what is there now, by product, size, category, month or order. */
export async function getStockReport(
  db: Db,
  { page, limit, ...filter }: z.output<typeof StockReportQuery>,
): Promise<StockReport> {
  const window = windowOf({ page: page ?? 1, limit })
  const { items, total } = await listReportRows(db, { ...filter, ...window })
  return { items: items.map(reportRowOf), total }
}

/** The most groups of a report that a file has. */
const MAX_EXPORTED = 100_000

/** The whole report as CSV. */
export async function writeStockReport(
  db: Db,
  { page: _, limit: __, ...filter }: z.output<typeof StockReportQuery>,
): Promise<Buffer> {
  const { items } = await listReportRows(db, { ...filter, limit: MAX_EXPORTED, offset: 0 })
  return Buffer.from(stockReportCsv(filter.by, items.map(reportRowOf)))
}
