import type { z } from 'zod'

import type {
  ListedSale,
  Sale,
  SaleChange,
  SaleInput,
  SaleListQuery,
  SalePreview,
} from '#contract/catalogue/sales/sales.ts'
import type { Db } from '#server/db/database.ts'

import { NAMED_PRODUCTS } from '#contract/catalogue/sales/sale-limits.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { listConflicts, previewPrices } from '#server/catalogue/sales/preview-queries.ts'
import {
  findSale,
  insertSale,
  listProductNames,
  listSaleRows,
  listUnknown,
  setStopped,
  updateSale,
  type CoveredTable,
  type SaleDraft,
  type SaleRow,
} from '#server/catalogue/sales/sale-queries.ts'
import { besideOf, taxWarning, type TaxSettings } from '#server/catalogue/sales/tax-warning.ts'
import { lockSalePrices } from '#server/catalogue/sales/sale-price-queries.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { isPast } from '#server/db/is-past.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'

type ReadSale = z.output<typeof SaleInput>

const unique = (ids: readonly string[]) => [...new Set(ids)]

const draftOf = ({
  percent,
  amount,
  products,
  categories,
  collections,
  title,
  startsAt,
  endsAt,
  rounding,
}: ReadSale): SaleDraft => ({
  title,
  startsAt,
  endsAt,
  rounding,
  percent: percent ?? null,
  amountPaise: amount === undefined ? null : paiseFromRupees(amount),
  productIds: unique(products),
  categoryIds: unique(categories),
  collectionIds: unique(collections),
})

const named = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })

function listed(row: SaleRow): ListedSale {
  return {
    _id: row.id,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    percent: row.percent ?? undefined,
    amount: row.amountPaise === null ? undefined : rupeesFromPaise(row.amountPaise),
    rounding: row.rounding,
    categories: row.categories.map(named),
    ...(row.collections.length > 0 && { collections: row.collections.map(named) }),
    productCount: row.productIds.length,
    state: row.state,
    stoppedAt: row.stoppedAt?.toISOString(),
    reduced: row.reduced,
    revision: row.revision,
  }
}

async function present(db: Db, row: SaleRow): Promise<Sale> {
  const { productCount: _count, ...sale } = listed(row)
  return { ...sale, products: (await listProductNames(db, row.productIds)).map(named) }
}

/** What the audit log keeps of a sale. Of many products it has the first names and how many there are. */
async function auditedOf(db: Db, row: SaleRow) {
  const { title, percent, amountPaise, rounding, startsAt, endsAt, productIds } = row
  const names = (await listProductNames(db, productIds, NAMED_PRODUCTS)).map(({ name }) => name)
  const rest = productIds.length - names.length
  const products = rest > 0 ? [...names, `${rest} more`] : names
  const [categories, collections] = [row.categories, row.collections].map((rows) => rows.map(({ name }) => name))
  return { title, percent, amountPaise, rounding, startsAt, endsAt, products, categories, collections }
}

/** A page of the sales, the latest to begin first. */
export async function listSales(
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.sales, state }: z.output<typeof SaleListQuery>,
): Promise<ListPage<ListedSale>> {
  return mapPage(await listSaleRows(db, state, windowOf({ page, limit })), listed)
}

async function getRow(db: Db, id: string): Promise<SaleRow> {
  const row = await findSale(db, id)
  if (!row) throw notFound('Sale')
  return row
}

/** Throws not-found. */
export const getSale = async (db: Db, id: string): Promise<Sale> => present(db, await getRow(db, id))

/** Throws invalid for a product, category or collection that does not exist, unless the sale had it before. */
async function checkCovered(
  db: Db,
  { productIds, categoryIds, collectionIds }: SaleDraft,
  before?: SaleRow,
): Promise<void> {
  const namedBefore = [...(before?.categories ?? []), ...(before?.collections ?? [])].map(({ id }) => id)
  const known = new Set([...(before?.productIds ?? []), ...namedBefore])
  const unknownIn = async (table: CoveredTable, ids: readonly string[]) =>
    (await listUnknown(db, table, ids)).some((id) => !known.has(id))
  if (await unknownIn('categories', categoryIds)) throw invalidField('categories', 'This category does not exist.')
  if (await unknownIn('collections', collectionIds)) {
    throw invalidField('collections', 'This collection does not exist.')
  }
  if (await unknownIn('products', productIds)) throw invalidField('products', 'One of these products does not exist.')
}

async function checkEnd(db: Db, { endsAt }: SaleDraft): Promise<void> {
  if (await isPast(db, endsAt)) throw invalidField('endsAt', 'The sale would have ended already.')
}

/**
 * Changes sales with no turn beside it, and turns the prices in the same transaction, in which `then` reads what has
 * become of it.
 */
function changing<Result>(
  db: Db,
  work: (db: Db) => Promise<string>,
  then: (db: Db, id: string) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (db) => {
    await lockSalePrices(db)
    const id = await work(db)
    await setSalePrices(db)
    return then(db, id)
  })
}

/**
 * Saves a draft by `work`. What is unwise about it is read in the same transaction, so that nobody is told of a failure
 * after it was saved.
 */
function saving(
  db: Db,
  { draft, settings }: { draft: SaleDraft; settings: TaxSettings },
  work: (db: Db) => Promise<string>,
): Promise<SavedSale> {
  return changing(db, work, async (db, id) => ({
    sale: await getSale(db, id),
    warning: await taxWarning(db, draft, await besideOf(db, draft, id), settings),
  }))
}

/** A sale as it is saved, and what is unwise about it. */
interface SavedSale {
  sale: Sale
  warning: string | undefined
}

interface Acting extends TaxSettings {
  actorId: string
}

/** Makes a sale. Its prices are in force at once if it has begun. Throws invalid. */
export function createSale(db: Db, { actorId, ...settings }: Acting, input: ReadSale): Promise<SavedSale> {
  const id = newId()
  const draft = draftOf(input)
  return saving(db, { draft, settings }, async (db) => {
    await checkEnd(db, draft)
    await checkCovered(db, draft)
    await insertSale(db, id, draft)
    await recordChange(db, actorId, 'create sale', ['sale', id], { after: await auditedOf(db, await getRow(db, id)) })
    return id
  })
}

/**
 * Changes a sale; the prices of one that runs turn at once. Throws not-found, invalid, and a conflict where somebody
 * else has changed it since `revision`, or it is over.
 */
export function editSale(
  db: Db,
  { actorId, saleId, ...settings }: Acting & { saleId: string },
  { revision, ...input }: z.output<typeof SaleChange>,
): Promise<SavedSale> {
  const draft = draftOf(input)
  return saving(db, { draft, settings }, async (db) => {
    const before = await getRow(db, saleId)
    if (before.revision !== revision) {
      throw conflict('Somebody else has changed this sale meanwhile. Please look at it again.')
    }
    if (before.state === 'ended') throw conflict('This sale is over. Create another one.')
    await checkEnd(db, draft)
    await checkCovered(db, draft, before)
    await updateSale(db, saleId, draft)
    const values = { before: await auditedOf(db, before), after: await auditedOf(db, await getRow(db, saleId)) }
    await recordChange(db, actorId, 'edit sale', ['sale', saleId], values)
    return saleId
  })
}

/**
 * Stops a sale that is to come or runs, or takes that back until it is over; the same again does nothing. Throws
 * not-found, and a conflict for a sale that is over.
 */
export function stopSale(
  db: Db,
  { actorId, saleId, isStopped }: { actorId: string; saleId: string; isStopped: boolean },
): Promise<Sale> {
  const stop = async (db: Db) => {
    const { state, endsAt } = await getRow(db, saleId)
    if ((state === 'stopped') === isStopped) return saleId
    if (await isPast(db, endsAt.toISOString())) throw conflict('This sale is over.')
    await setStopped(db, saleId, isStopped)
    await recordChange(db, actorId, isStopped ? 'stop sale' : 'resume sale', ['sale', saleId])
    return saleId
  }
  return changing(db, stop, getSale)
}

const NOTES = {
  kept: 'It costs no more than that already.',
  free: 'Nothing would be left to pay, so it keeps its price.',
}

/**
 * What a sale would do when it begins, beside the others. Throws invalid for a product, category or collection that
 * does not exist.
 */
export async function previewSale(
  db: Db,
  input: ReadSale & { _id?: string | undefined },
  settings: TaxSettings,
): Promise<SalePreview> {
  const draft = draftOf(input)
  const saved = input._id === undefined ? undefined : await getRow(db, input._id)
  await checkCovered(db, draft, saved)
  const beside = await besideOf(db, draft, saved?.id ?? '')
  const { rows, ...counts } = await previewPrices(db, draft, beside)
  const conflicts = await listConflicts(db, draft, beside)
  return {
    ...counts,
    rows: rows.map(({ id, name, beforePaise, afterPaise, outcome }) => ({
      _id: id,
      name,
      before: rupeesFromPaise(beforePaise),
      after: rupeesFromPaise(afterPaise),
      ...(outcome !== 'reduced' && { note: NOTES[outcome] }),
    })),
    conflicts: conflicts.map(({ id, startsAt, endsAt, ...shared }) => ({
      _id: id,
      ...shared,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    warning: await taxWarning(db, draft, beside, settings),
  }
}
