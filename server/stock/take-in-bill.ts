import type { z } from 'zod'

import type { BillsQuery, ListedBill, SupplierBill } from '#contract/stock/stock.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { codeKey } from '#contract/catalogue/labels/size-codes.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflictIn, invalidField } from '#server/errors.ts'
import { lockStock } from '#server/inventory/queries.ts'
import { takeIn } from '#server/inventory/taking-in-queries.ts'
import { listBillRows, listNamedSizes, type BillRow, type NamedSize } from '#server/stock/bill-queries.ts'
import { inWords, auditStockChanges } from '#server/stock/audit-stock-changes.ts'

type BillLine = z.output<typeof SupplierBill>['lines'][number]

/**
 * The size of each line, by its id, SKU or barcode. Throws invalid (400) for a line without one, and for a size that
 * stands there twice.
 */
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
 * Takes in what a supplier's bill brings: the pieces come to the shelf, and the average cost moves. Returns a sentence.
 * Throws invalid (400) for a day to come and a line without its size, and a conflict (409) for a bill that was taken in
 * already.
 */
export async function takeInBill(
  db: Db,
  actorId: string,
  { lines, ...bill }: z.output<typeof SupplierBill>,
): Promise<string> {
  if (bill.date > dayInIndia(new Date())) throw invalidField('date', 'The day of the bill is still to come.')
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
      await auditStockChanges(db, actorId, 'take in stock', changed, { supplier: bill.supplier, bill: bill.number })
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
