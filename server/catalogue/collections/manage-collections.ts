import type { z } from 'zod'

import type {
  CollectionChange,
  CollectionInput,
  CollectionNames,
  EditedCollection,
  ListedCollection,
} from '#contract/catalogue/collections/collections.ts'
import type { CollectionTerms, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import { MAX_COLLECTION_SLUG, MAX_COLLECTIONS } from '#contract/catalogue/collections/collection-limits.ts'
import { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import { freeSlug, slugOf } from '#contract/catalogue/slug.ts'
import { counted } from '#contract/words/counted.ts'
import { recordChange } from '#server/audit/service.ts'
import {
  findCollectionRow,
  insertCollection,
  listChosenProducts,
  listCollectionRows,
  listTitles,
  lockCollection,
  lockSlugs,
  setCollectionDeleted,
  updateCollection,
  type CollectionRow,
  type WrittenCollection,
} from '#server/catalogue/collections/queries.ts'
import { lockSalePrices } from '#server/catalogue/sales/sale-price-queries.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { moveAddress } from '#server/catalogue/old-addresses/service.ts'

const CHANGED_MEANWHILE =
  'Somebody else has changed this collection since you opened it. What you typed is still here: look at theirs, then save again.'
const SLUG_TAKEN = 'Another collection has this address.'

type Input = z.output<typeof CollectionInput>

const termsOf = ({ rule, sort, productIds }: CollectionRow): CollectionTerms => ({
  rule: rule && (CollectionRule.safeParse(rule).data ?? {}),
  order: sort,
  productIds,
})

function listed(row: CollectionRow, listing: Listing): ListedCollection {
  return {
    _id: row.id,
    title: row.title,
    slug: row.slug,
    isByRule: row.rule !== null,
    isHidden: row.isHidden,
    count: listing.collections.productsBy(termsOf(row)).length,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedBy ?? undefined,
  }
}

/** The shop's collections, by title. */
export async function listCollections(
  db: Db,
  index: ProductIndex,
  { search, ...page }: { page?: number | undefined; limit?: number | undefined; search?: string | undefined },
): Promise<ListPage<ListedCollection>> {
  const [rows, listing] = await Promise.all([listCollectionRows(db, search, windowOf(page)), index.read()])
  return mapPage(rows, (row) => listed(row, listing))
}

/** All collections by title, to choose from. */
export const listCollectionNames = async (db: Db): Promise<CollectionNames> =>
  (await listTitles(db)).map(({ id: _id, title: name }) => ({ _id, name }))

/** A collection as its form shows it. Throws not-found (404), also for a deleted one. */
export async function getCollection(db: Db, index: ProductIndex, id: string): Promise<EditedCollection> {
  const [row, listing] = await Promise.all([findCollectionRow(db, id), index.read()])
  if (!row || row.isDeleted) throw notFound('Collection')
  const { text, picture, pictureWords, sort: order, revision } = row
  const { rule } = termsOf(row)
  const products = await listChosenProducts(db, row.productIds)
  return { ...listed(row, listing), text, picture, pictureWords, rule, products, order, revision }
}

/** The chosen products that are there, and a sentence where some are not. */
async function presentProducts(db: Db, ids: readonly string[]): Promise<{ productIds: string[]; note?: string }> {
  const wanted = [...new Set(ids)]
  const present = await listChosenProducts(db, wanted)
  const gone = wanted.length - present.length
  const productIds = present.map(({ _id }) => _id)
  if (gone === 0) return { productIds }
  return { productIds, note: `${counted(gone, 'product')} ${gone === 1 ? 'is' : 'are'} deleted and left out.` }
}

const columnsOf = ({ products: _products, order, slug: _slug, ...input }: Input) => ({ ...input, sort: order })

/** What the audit log keeps of a collection. */
const audited = ({ title, slug, rule, productIds, sort, isHidden }: Omit<WrittenCollection, 'id' | 'changedBy'>) => ({
  title,
  address: slug,
  rule,
  products: productIds.length,
  order: sort,
  isHidden,
})

async function orTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (isUniqueViolation(error, 'collections_slug')) throw conflictIn('slug', SLUG_TAKEN)
    throw error
  }
}

/** A free address of Latin letters for a title, ₹1,500 as 1500; a title in another script has none of its own. */
function addressFor(title: string, taken: ReadonlySet<string>): string {
  const latin = slugOf(title.replaceAll(/(?<=\d),(?=\d)/g, ''))
    .replaceAll(/[^a-z0-9-]+/g, '')
    .replaceAll(/-+/g, '-')
    .slice(0, MAX_COLLECTION_SLUG - 4)
    .replaceAll(/^-|-$/g, '')
  return freeSlug(latin || 'collection', taken)
}

interface Saved {
  id: string
  /** What the owner should know of it. */
  note?: string | undefined
}

/** The addresses of all collections. Throws `conflict` where there are as many as may be. */
async function takenSlugs(db: Db): Promise<Set<string>> {
  const taken = await lockSlugs(db)
  if (taken.size >= MAX_COLLECTIONS) throw conflict(`A shop has at most ${MAX_COLLECTIONS} collections.`)
  return taken
}

/** Makes a collection. Throws `conflict` where its address is taken, or there are as many as may be. */
export async function createCollection(db: Db, actorId: string, input: Input): Promise<Saved> {
  const id = newId()
  return inTransaction(db, async (db) => {
    const taken = await takenSlugs(db)
    const { productIds, note } = await presentProducts(db, input.products)
    const slug = input.slug ?? addressFor(input.title, taken)
    const collection = { ...columnsOf(input), id, slug, productIds, changedBy: actorId }
    await orTaken(insertCollection(db, collection))
    await recordChange(db, actorId, 'create collection', ['collection', id], { after: audited(collection) })
    return { id, note }
  })
}

/** Changes what a collection has, and with it the prices of the sales that are of it, with no turn beside it. */
function changingProducts<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (db) => {
    await lockSalePrices(db)
    const result = await work(db)
    await setSalePrices(db)
    return result
  })
}

/**
 * Changes a collection. Throws not-found (404), and `conflict` if somebody else has changed it or another one has its
 * address.
 */
export async function editCollection(
  db: Db,
  actorId: string,
  id: string,
  { revision, ...input }: z.output<typeof CollectionChange>,
): Promise<Saved> {
  return changingProducts(db, async (db) => {
    await lockCollection(db, id)
    const row = await findCollectionRow(db, id)
    if (!row || row.isDeleted) throw notFound('Collection')
    if (row.revision !== revision) throw conflict(CHANGED_MEANWHILE)
    const { productIds, note } = await presentProducts(db, input.products)
    const collection = { ...columnsOf(input), id, slug: input.slug ?? row.slug, productIds, changedBy: actorId }
    await orTaken(updateCollection(db, collection))
    await moveAddress(db, collectionPath(row.slug), collectionPath(collection.slug))
    const values = { before: audited(row), after: audited(collection) }
    await recordChange(db, actorId, 'edit collection', ['collection', id], values)
    return { id, note }
  })
}

/** Deletes a collection. It can be restored. Throws not-found (404). */
export async function deleteCollection(db: Db, actorId: string, id: string): Promise<void> {
  await changingProducts(db, async (db) => {
    await lockCollection(db, id)
    const row = await findCollectionRow(db, id)
    if (!row || row.isDeleted) throw notFound('Collection')
    await setCollectionDeleted(db, id, true)
    await recordChange(db, actorId, 'delete collection', ['collection', id], { before: audited(row) })
  })
}

/**
 * Brings a deleted collection back as it was; may be repeated. Throws `conflict` where another one has its address now,
 * or there are as many as may be.
 */
export async function restoreCollection(db: Db, actorId: string, id: string): Promise<void> {
  await changingProducts(db, async (db) => {
    await lockCollection(db, id)
    const row = await findCollectionRow(db, id)
    if (!row) throw notFound('Collection')
    if (!row.isDeleted) return
    await takenSlugs(db)
    await orTaken(setCollectionDeleted(db, id, false))
    await recordChange(db, actorId, 'restore collection', ['collection', id], { after: audited(row) })
  })
}

/** Throws invalid (400) where the collection names a picture that the shop does not have. */
export async function checkCollectionPicture(has: (value: string) => Promise<boolean>, picture: string): Promise<void> {
  if (picture !== '' && !(await has(picture))) throw invalidField('picture', 'Please choose a picture.')
}
