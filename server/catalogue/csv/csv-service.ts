import { createHash } from 'node:crypto'

import type { z } from 'zod'

import type { ExportQuery, CsvAnswer, StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import type { OtherShopCsv } from '#server/catalogue/other-shops/source-product.ts'
import type { KnownCategory } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput } from '#server/catalogue/csv/csv-products.ts'
import type { Plan } from '#server/catalogue/csv/plan-import.ts'
import type { Db, Read } from '#server/db/database.ts'
import type { ListSource } from '#server/catalogue/admin/admin-product-filters.ts'
import type { PublishContext } from '#server/catalogue/admin/publish-check.ts'

import { MAX_CSV_LINES } from '#contract/catalogue/upload-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { listAdminProductIds } from '#server/catalogue/admin/admin-product-list.ts'
import { listPromised } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { listCodeOwners } from '#server/catalogue/admin/size-code-queries.ts'
import { lockForSaving, saveProducts } from '#server/catalogue/admin/save-products.ts'
import { lockImport } from '#server/catalogue/admin/save-queries.ts'
import { listStored } from '#server/catalogue/admin/stored-product-queries.ts'
import { listAdminCategories } from '#server/catalogue/category-queries.ts'
import { productsIn } from '#server/catalogue/csv/csv-products.ts'
import { listAllIds, listNamed } from '#server/catalogue/csv/csv-queries.ts'
import { readCsv, writeProductsCsv } from '#server/catalogue/csv/csv-format.ts'
import { productWarnings } from '#server/catalogue/admin/product-warnings.ts'
import { productKey, planImport } from '#server/catalogue/csv/plan-import.ts'
import { inNewCategories, rememberImport, remarksOf, withCategories } from '#server/catalogue/csv/import-other-shop.ts'
import { inputOfSource } from '#server/catalogue/csv/other-shop-inputs.ts'
import { findImported } from '#server/catalogue/other-shops/imported-queries.ts'
import { readOtherShop } from '#server/catalogue/other-shops/read-other-shop.ts'
import { readCsvFile } from '#server/http/csv/csv-file.ts'
import { readBatches } from '#server/db/standby.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'

/** Products that an export holds in memory at once. */
const EXPORT_BATCH = 500

const codesIn = (inputs: readonly ProductInput[]) =>
  inputs.flatMap(({ sizes }) =>
    sizes.flatMap(({ sku, barcode, former }) =>
      [sku, barcode, former?.sku, former?.barcode].flatMap((code) => code || []),
    ),
  )
const idsIn = (inputs: readonly ProductInput[]) => inputs.map(({ id }) => id).filter(Boolean)

async function listCategories(db: Db): Promise<KnownCategory[]> {
  return (await listAdminCategories(db)).map(({ _id, name, defaults }) => ({ id: _id, name, defaults }))
}

/** The existing products with the name of a new product in the CSV, so that no file is imported twice. */
async function listUsedNames(db: Db, inputs: readonly ProductInput[]): Promise<Set<string>> {
  const names = inputs.filter(({ id }) => id === '').map(({ name }) => name.trim().toLowerCase())
  const rows = names.length === 0 ? [] : await listNamed(db, names)
  return new Set(rows.map(({ categoryId, name }) => productKey(categoryId, name)))
}

/** A file that was read, and what its owner says of stocks that have changed on both sides. */
interface ProductSheet {
  inputs: readonly ProductInput[]
  stockConflict: StockConflict | undefined
  /** Where it is the export of another shop. */
  other?: OtherShopCsv
}

/** Reads a file in the shop's own form, or the export of another shop. Throws invalid (400) for any other. */
async function readProductCsv(
  db: Db,
  file: Uint8Array,
  stockConflict: StockConflict | undefined,
): Promise<ProductSheet> {
  const sheet = await readCsvFile(file, MAX_CSV_LINES)
  const other = readOtherShop(sheet)
  if (!other) return { inputs: productsIn(readCsv(sheet)), stockConflict }
  const findKnown = await findImported(db, other.shop, other.products)
  const inputs = other.products.map((product) => inputOfSource(product, findKnown(product)))
  return { inputs, stockConflict, other }
}

type Settings = ReturnType<PublishContext['settings']['current']>
type Known = Pick<Parameters<typeof planImport>[1], 'products' | 'categories'>

/** The plan for the products and categories as they are now. */
async function planFor(
  db: Db,
  { inputs: read, stockConflict, other }: ProductSheet,
  settings: Settings,
  known: Known,
): Promise<Plan & { remarks?: string[] }> {
  const { inputs, categories, added } = other
    ? withCategories(read, known.categories)
    : { inputs: read, categories: known.categories, added: [] }
  const plan = planImport(inputs, {
    ...known,
    categories,
    stockConflict,
    usedNames: await listUsedNames(db, inputs),
    codeOwners: await listCodeOwners(db, codesIn(inputs)),
    promised: await listPromised(db, idsIn(inputs)),
    isPublishChecked: settings.isPublishChecked,
    warnOf: productWarnings(settings),
  })
  return other ? { ...plan, remarks: remarksOf(other, added) } : plan
}

function answerOf(
  { reported, unchanged, conflicts, remarks }: Plan & { remarks?: string[] },
  { token, isApplied, other }: { token: string; isApplied: boolean; other: OtherShopCsv | undefined },
): CsvAnswer {
  const count = (status: string) => reported.filter((each) => each.status === status).length
  const counts = { new: count('new'), changed: count('changed'), unchanged, rejected: count('rejected') }
  const done = counts.new + counts.changed
  const message = `${counted(done, 'product')} ${isApplied ? 'imported' : 'would change'}.`
  const elsewhere = other && { shop: other.shop, remarks }
  return { message, isApplied, ...elsewhere, counts, products: reported, stockConflicts: conflicts, token }
}

/** The token of one file and one plan. No other file can be imported with it. */
function tokenFor(file: Uint8Array, { token }: Plan): string {
  return createHash('sha256').update(file).update(token).digest('hex')
}

/** Reports what a CSV would change, and changes nothing. Throws invalid (400) for a file that is no CSV of products. */
export async function checkCsv(
  { db, settings }: PublishContext,
  file: Uint8Array,
  stockConflict?: StockConflict,
): Promise<CsvAnswer> {
  const sheet = await readProductCsv(db, file, stockConflict)
  const known = { products: await listStored(db, idsIn(sheet.inputs)), categories: await listCategories(db) }
  const plan = await planFor(db, sheet, settings.current(), known)
  return answerOf(plan, { token: tokenFor(file, plan), isApplied: false, other: sheet.other })
}

/**
 * Makes the changes that `checkCsv` reported, in one transaction. New products begin as drafts; rejected products are
 * skipped. Throws a conflict (409) and changes nothing if the file would now make other changes.
 */
export async function importCsv(
  { db, settings }: PublishContext,
  actorId: string,
  file: Uint8Array,
  token: string,
  stockConflict?: StockConflict,
): Promise<CsvAnswer> {
  return inTransaction(db, async (db) => {
    await lockImport(db)
    const sheet = await readProductCsv(db, file, stockConflict)
    const locked = await lockForSaving(db, { categories: 'all', products: idsIn(sheet.inputs), withStock: true })
    const plan = await planFor(db, sheet, settings.current(), locked)
    if (tokenFor(file, plan) !== token) {
      throw conflict('The shop or the file has changed since the check. Look at the changes again.')
    }
    const planned = sheet.other ? await inNewCategories(db, actorId, plan.planned) : plan.planned
    const products = planned.map(({ before, after }) => {
      return { before, after, action: before ? 'import product' : 'import new product' }
    })
    await saveProducts(db, actorId, products)
    const more = sheet.other ? await rememberImport(db, sheet.other.shop, planned) : []
    const remarks = plan.remarks && [...plan.remarks, ...more]
    return answerOf({ ...plan, ...(remarks && { remarks }) }, { token, isApplied: true, other: sheet.other })
  })
}

/**
 * All products as CSV, the oldest first; or those of a list, in its order. A change during the export may be in it or
 * not.
 */
export async function* exportCsv(
  { read, ...source }: ListSource & { read: Read },
  wanted: z.output<typeof ExportQuery> & { threshold: number },
): AsyncGenerator<string> {
  const isNarrowed = Boolean(wanted.search || wanted.category || wanted.stock) || wanted.state !== 'all'
  const ids = await (isNarrowed ? listAdminProductIds(source, wanted) : listAllIds(source.db))
  yield* writeProductsCsv(readBatches(read, ids, EXPORT_BATCH, listStored))
}
