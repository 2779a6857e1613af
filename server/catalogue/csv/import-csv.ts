import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { z } from 'zod'

import type { ExportQuery, CsvAnswer } from '#contract/admin-catalogue.ts'
import type { ProductInput } from '#server/catalogue/csv/csv-input.ts'
import type { KnownCategory, Plan, Planned } from '#server/catalogue/csv/import-plan.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { listIdsForOwner } from '#server/catalogue/admin/admin-list.ts'
import { insertProducts, lockImport } from '#server/catalogue/admin/change-queries.ts'
import { insertSizes, writeSizes } from '#server/catalogue/admin/edit-queries.ts'
import { differenceOf, auditedFields } from '#server/catalogue/admin/audited-fields.ts'
import { productsIn } from '#server/catalogue/csv/csv-input.ts'
import { nameKey, planImport } from '#server/catalogue/csv/import-plan.ts'
import { listIdsAfter, listOnSaleNamed } from '#server/catalogue/csv/csv-queries.ts'
import { readCsv, writeCsv } from '#server/catalogue/csv/csv.ts'
import {
  lockCategoriesById,
  listStored,
  lockStored,
  writeStored,
} from '#server/catalogue/admin/stored-product-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { lockStock, setStocks } from '#server/inventory/service.ts'

/** Rows that one statement writes: the shelf's triggers compare what it changed pair by pair. */
const BATCH = 200
/** Products that an export holds in memory. */
const EXPORT_BATCH = 500

/** Between two batches everybody else has a turn: the embedded engine answers without ever giving one away. */
async function inBatches<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await write(rows.slice(start, start + BATCH))
    await setImmediate()
  }
}

const idsIn = (wishes: readonly ProductInput[]) => wishes.map(({ id }) => id).filter(Boolean)

async function listCategories(db: Db): Promise<KnownCategory[]> {
  return (await listCategoryRows(db)).map(({ _id, name }) => ({ id: _id, name }))
}

/** What is on sale under a name that the sheet gives to a new product, so that no file is imported twice. */
async function listTaken(db: Db, wishes: readonly ProductInput[]): Promise<Set<string>> {
  const names = wishes.filter(({ id }) => id === '').map(({ name }) => name.trim().toLowerCase())
  const rows = names.length === 0 ? [] : await listOnSaleNamed(db, names)
  return new Set(rows.map(({ categoryId, name }) => nameKey(categoryId, name)))
}

/** The plan for what is there now, which nobody changes until the transaction ends. */
async function planLocked(db: Db, wishes: readonly ProductInput[]): Promise<Plan> {
  await lockImport(db)
  const all = await listCategories(db)
  const categories = await lockCategoriesById(
    db,
    all.map(({ id }) => id),
  )
  const ids = idsIn(wishes)
  const locked = await lockStored(db, ids)
  await lockStock(
    db,
    locked.flatMap(({ sizes }) => sizes.map(({ id }) => id)),
  )
  return planImport(wishes, await listStored(db, ids), categories, await listTaken(db, wishes))
}

const rowsOf = ({ after }: Planned) =>
  after.sizes.map((size, position) => ({
    ...size,
    productId: after.id,
    position,
    measurements: size.measurements ?? undefined,
  }))

/** Sizes that are measured otherwise or carry another stock; an import renames none and moves none. */
function changedSizes({ before, after }: Planned) {
  const was = new Map(before?.sizes.map((size) => [size.id, size]))
  const old = rowsOf({ before, after }).filter(({ isNew }) => !isNew)
  return {
    measured: old.filter(
      (size) => JSON.stringify(size.measurements) !== JSON.stringify(was.get(size.id)?.measurements ?? undefined),
    ),
    stocked: old.filter((size) => size.stock !== was.get(size.id)?.stock),
  }
}

async function writeChanged(db: Db, actorId: string, changed: readonly Planned[]): Promise<void> {
  await inBatches(
    changed.map(({ after }) => after),
    (rows) => writeStored(db, rows),
  )
  const sizes = changed.map(changedSizes)
  await inBatches(
    sizes.flatMap(({ measured }) => measured),
    (rows) => writeSizes(db, rows),
  )
  await inBatches(
    changed.flatMap(rowsOf).filter(({ isNew }) => isNew),
    (rows) => insertSizes(db, rows, actorId),
  )
  const stocks = sizes.flatMap(({ stocked }) => stocked.map(({ id, stock }) => ({ productSizeId: id, to: stock })))
  await inBatches(stocks, (rows) => setStocks(db, rows, actorId))
}

async function writeNew(db: Db, actorId: string, added: readonly Planned[]): Promise<void> {
  await inBatches(added, async (batch) => {
    const products = batch.map(({ after: { colour, fabric, fit, care, hsn, origin, ...product } }) => ({
      ...product,
      ...(colour !== null && { colour }),
      ...(fabric !== null && { fabric }),
      ...(fit !== null && { fit }),
      ...(care !== null && { care }),
      ...(hsn !== null && { hsn }),
      ...(origin !== null && { origin }),
    }))
    await insertProducts(db, { products, sizes: batch.flatMap(rowsOf), pictures: [] }, actorId)
  })
}

async function record(db: Db, actorId: string, planned: readonly Planned[]): Promise<void> {
  const entries = planned.map(({ before, after }) => ({
    actorId,
    action: before ? 'import product' : 'import new product',
    subjectType: 'product' as const,
    subjectId: after.id,
    ...(before ? differenceOf(before, after) : { after: auditedFields(after) }),
  }))
  await inBatches(entries, (rows) => recordChange(db, ...rows))
}

const counted = (count: number) => (count === 1 ? '1 product' : `${count} products`)

function answerOf({ told, unchanged }: Plan, token: string, isApplied: boolean): CsvAnswer {
  const count = (status: string) => told.filter((each) => each.status === status).length
  const counts = { new: count('new'), changed: count('changed'), unchanged, rejected: count('rejected') }
  const done = counts.new + counts.changed
  const message = isApplied ? `${counted(done)} imported.` : `${counted(done)} would change.`
  return { message, isApplied, counts, products: told, token }
}

/** A token is of one file and one plan, so that no other file can be imported with it. */
function tokenFor(sheet: Uint8Array, { token }: Plan): string {
  return createHash('sha256').update(sheet).update(token).digest('hex')
}

/** Tells what a sheet would change, and changes nothing. Throws invalid (400) for what is no such sheet. */
export async function checkCsv(db: Db, sheet: Uint8Array): Promise<CsvAnswer> {
  const wishes = productsIn(readCsv(sheet))
  const stored = await listStored(db, idsIn(wishes))
  const plan = planImport(wishes, stored, await listCategories(db), await listTaken(db, wishes))
  return answerOf(plan, tokenFor(sheet, plan), false)
}

/**
 * Does what `checkCsv` told, in one transaction; rejected products are left out. Throws a conflict (409) where the same
 * sheet would by now do something else; then nothing has changed.
 */
export async function importCsv(db: Db, actorId: string, sheet: Uint8Array, token: string): Promise<CsvAnswer> {
  const wishes = productsIn(readCsv(sheet))
  return inTransaction(db, async (db) => {
    const plan = await planLocked(db, wishes)
    if (tokenFor(sheet, plan) !== token) {
      throw conflict('The shop or the file has changed since the check. Look at the changes again.')
    }
    await writeChanged(
      db,
      actorId,
      plan.planned.filter(({ before }) => before),
    )
    await writeNew(
      db,
      actorId,
      plan.planned.filter(({ before }) => !before),
    )
    await record(db, actorId, plan.planned)
    return answerOf(plan, token, true)
  })
}

async function* batches(db: Db) {
  let after = ''
  for (;;) {
    const ids = await listIdsAfter(db, after, EXPORT_BATCH)
    const last = ids.at(-1)
    if (last === undefined) return
    yield await listStored(db, ids)
    after = last
  }
}

async function* batchesOf(db: Db, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    yield await listStored(db, ids.slice(start, start + EXPORT_BATCH))
  }
}

/** Everything on sale as a sheet, piece by piece, the oldest first; or what a list shows, in its order. What changes meanwhile may be in it or not. */
export async function* exportCsv(db: Db, wanted: z.output<typeof ExportQuery>): AsyncGenerator<string> {
  const isNarrowed = Boolean(wanted.search || wanted.category || wanted.stock) || wanted.state === 'deleted'
  yield* writeCsv(isNarrowed ? batchesOf(db, await listIdsForOwner(db, wanted)) : batches(db))
}
