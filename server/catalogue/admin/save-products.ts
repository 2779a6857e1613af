import { setImmediate } from 'node:timers/promises'

import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/database.ts'

import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { recordChanges } from '#server/audit/service.ts'
import {
  insertProducts,
  insertSizes,
  removeSizes,
  replacePictures,
  updateProducts,
  updateSizes,
} from '#server/catalogue/admin/save-queries.ts'
import { listCodeOwners } from '#server/catalogue/admin/size-code-queries.ts'
import { findTakenCode, givenCodes } from '#server/catalogue/admin/size-codes.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { auditedFields, differenceOf, type AuditedFields } from '#server/catalogue/admin/stored-product.ts'
import {
  listSizeIds,
  listSoldSizes,
  listStored,
  shareLockCategories,
  lockProducts,
  type KnownCategory,
  type StoredProduct,
} from '#server/catalogue/admin/stored-product-queries.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { lockStock, setStocks } from '#server/inventory/queries.ts'

/**
 * Rows that one statement writes. Few, because the triggers of the product list compare the changed rows pair by pair.
 */
const BATCH = 200

export const unknownCategory = () => invalidField('category', 'This category does not exist.')

/** What a transaction locks until it ends. */
interface Locks {
  categories?: readonly string[] | 'all'
  products?: readonly string[]
  /** Locks the stock of the products too. */
  withStock?: boolean | undefined
}

interface Locked {
  categories: KnownCategory[]
  /** On sale, drafts or deleted, in the order of the ids in `Locks`. Unknown ids are left out. */
  products: StoredProduct[]
}

/**
 * Locks what a change needs, always in the same order, so that two changes never deadlock: categories, products, stock.
 * The products are read after they are locked. Throws invalid (400) for a category that does not exist.
 */
export async function lockForSaving(
  db: Db,
  { categories = [], products = [], withStock = false }: Locks,
): Promise<Locked> {
  const locked = categories.length > 0 ? await shareLockCategories(db, categories) : []
  if (categories !== 'all' && locked.length < categories.length) throw unknownCategory()
  if (products.length === 0) return { categories: locked, products: [] }
  await lockProducts(db, products)
  if (withStock) await lockStock(db, await listSizeIds(db, products))
  return { categories: locked, products: await listStored(db, products) }
}

/** The administrator who makes a change, and the product. */
export interface Change {
  actorId: string
  productId: string
}

/** Throws a conflict (409) if the product has another revision than the caller knows. */
export function checkRevision(product: StoredProduct, revision: number | undefined): void {
  if (revision !== undefined && revision !== product.revision) {
    throw conflict('Somebody else has changed this product meanwhile. Please look at it again.')
  }
}

/**
 * Locks a product against other administrators until the transaction ends. Throws not-found (404) for a deleted one
 * too, and a conflict (409) where `revision` is no longer the product's own.
 */
export async function lockProduct(
  db: Db,
  { productId, revision, withStock }: { productId: string; revision?: number | undefined; withStock?: boolean },
): Promise<StoredProduct> {
  const [product] = (await lockForSaving(db, { products: [productId], withStock })).products
  if (!product || product.deletedAt) throw notFound('Product')
  checkRevision(product, revision)
  return product
}

export const isDiscountAbovePrice = ({ pricePaise, discountedPricePaise }: StoredProduct) =>
  (discountedPricePaise ?? 0) > pricePaise

/** A product with its new values. */
interface ProductToSave {
  /** The product that `lockForSaving` answered; undefined for a new one. */
  before: StoredProduct | undefined
  /** Sizes are written only if their array is not the one of `before`; so are pictures. */
  after: StoredProduct
  /** What the audit log calls the change. */
  action: string
  /** The values for the audit log; by default each field that differs. */
  audited?: { before?: AuditedFields; after?: AuditedFields } | undefined
}
type ChangedProduct = ProductToSave & { before: StoredProduct }

/** Lets other requests run after each batch, because the embedded engine never yields by itself. */
async function inBatches<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await write(rows.slice(start, start + BATCH))
    await setImmediate()
  }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const sizeRows = ({ id, sizes }: StoredProduct) => sizes.map((size, position) => ({ ...size, productId: id, position }))
const pictureRows = ({ id, pictures }: StoredProduct) =>
  pictures.map((picture, position) => ({ ...picture, productId: id, position }))

export const sizeInWords = (size: string) => (size === '' ? 'the product' : `size ${size}`)

async function checkUnsold(db: Db, removed: readonly { id: string; size: string }[]): Promise<void> {
  const sold = new Set(await listSoldSizes(db, idsOf(removed)))
  const first = removed.find(({ id }) => sold.has(id))
  if (!first) return
  const called = sizeInWords(first.size)
  throw invalidField(
    'sizes',
    `Pieces of ${called} have been sold, so it cannot be taken away. Set its stock to 0 instead.`,
  )
}

/** Throws a conflict (409) for a SKU or a barcode that names another size already. */
async function checkCodes(db: Db, products: readonly ProductToSave[]): Promise<void> {
  const resized = products.filter(({ before, after }) => before?.sizes !== after.sizes)
  const codes = resized.flatMap(({ before, after }) => givenCodes(before, after).map(({ code }) => code))
  const owners = await listCodeOwners(db, codes)
  for (const { before, after } of resized) {
    const taken = findTakenCode(before, after, owners)
    if (taken) throw conflictIn(`sizes.${taken.index}.${taken.name}`, taken.sentence)
  }
}

/** A code that another transaction has just given to its own size. */
async function refusingTakenCodes<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const isTaken = ['product_sizes_sku', 'product_sizes_barcode'].some((index) => isUniqueViolation(error, index))
    throw isTaken ? conflict('Another size has just got this SKU or barcode. Please look at it again.') : error
  }
}

type SizeRow = ReturnType<typeof sizeRows>[number]

const isRewritten = (was: SizeRow, is: SizeRow) =>
  was.size !== is.size ||
  was.position !== is.position ||
  was.sku !== is.sku ||
  was.barcode !== is.barcode ||
  was.storagePlace !== is.storagePlace ||
  JSON.stringify(was.measurements) !== JSON.stringify(is.measurements)

async function saveSizes(db: Db, actorId: string | null, changed: readonly ChangedProduct[]): Promise<void> {
  const resized = changed.filter(({ before, after }) => before.sizes !== after.sizes)
  const before = new Map(resized.flatMap((each) => sizeRows(each.before)).map((size) => [size.id, size]))
  const after = resized.flatMap((each) => sizeRows(each.after))
  const left = new Set(after.map(({ id }) => id))
  const removed = [...before.values()].filter(({ id }) => !left.has(id))
  if (removed.length > 0) {
    await checkUnsold(db, removed)
    await removeSizes(db, idsOf(removed))
  }
  const remaining = after.flatMap((is) => {
    const was = before.get(is.id)
    return was ? [{ was, is }] : []
  })
  const rewritten = remaining.filter(({ was, is }) => isRewritten(was, is)).map(({ is }) => is)
  const added = after.filter(({ id }) => !before.has(id))
  const restocked = remaining.filter(({ was, is }) => was.stock !== is.stock)
  await inBatches(rewritten, (batch) => updateSizes(db, batch))
  await inBatches(added, (batch) => insertSizes(db, batch, actorId))
  const stocks = restocked.map(({ is }) => ({ productSizeId: is.id, to: is.stock }))
  await inBatches(stocks, (batch) => setStocks(db, batch, actorId))
}

function auditOf({ before, after, audited }: ProductToSave) {
  return audited ?? (before ? differenceOf(before, after) : { after: auditedFields(after) })
}

/**
 * Writes products with the stock ledger and one row of the audit log for each, and what the sales that run make of
 * their prices. An existing product gets its next revision. Call it in the transaction that locked them with
 * `lockForSaving`; lock the stock too if sizes change. Throws invalid (400) for a discounted price above the price, and
 * for a removed size that has been sold; a conflict (409) for a code of another size.
 */
export async function saveProducts(db: Db, actorId: string | null, products: readonly ProductToSave[]): Promise<void> {
  if (products.some(({ after }) => isDiscountAbovePrice(after))) {
    throw invalidField('discountedPrice', WORDINGS.products.discountOutOfRange)
  }
  await checkCodes(db, products)
  const changed = products.filter((each): each is ChangedProduct => each.before !== undefined)
  const added = products.filter(({ before }) => before === undefined).map(({ after }) => after)
  await inBatches(added, (batch) => {
    const rows = { products: batch, sizes: batch.flatMap(sizeRows), pictures: batch.flatMap(pictureRows) }
    return refusingTakenCodes(() => insertProducts(db, rows, actorId))
  })
  const updated = changed.map(({ after }) => after)
  await inBatches(updated, (batch) => updateProducts(db, batch))
  await refusingTakenCodes(() => saveSizes(db, actorId, changed))
  const repictured = changed.flatMap(({ before, after }) => (before.pictures === after.pictures ? [] : [after]))
  await inBatches(repictured, (batch) => replacePictures(db, idsOf(batch), batch.flatMap(pictureRows)))
  await inBatches([...added, ...updated], async (batch) => void (await setSalePrices(db, idsOf(batch))))
  const entries = products.map((each): AuditEntry => {
    return { actorId, action: each.action, subject: ['product', each.after.id], ...auditOf(each) }
  })
  await inBatches(entries, (batch) => recordChanges(db, batch))
}
