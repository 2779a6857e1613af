import { sql } from 'kysely'

import type { ChosenProduct } from '#contract/catalogue/collections/collections.ts'
import type { CollectionOrder } from '#contract/catalogue/lists/sort-orders.ts'
import type { Db } from '#server/db/database.ts'

import { lockName } from '#server/db/lock-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { contains } from '#server/db/text-contains.ts'

export interface CollectionRow {
  id: string
  slug: string
  title: string
  text: string
  picture: string
  pictureWords: string
  /** As it was stored. */
  rule: object | null
  productIds: string[]
  sort: CollectionOrder
  isHidden: boolean
  revision: number
  changedAt: Date
  /** The administrator's e-mail address. */
  changedBy: string | null
  isDeleted: boolean
}

const collectionsFrom = (db: Db) =>
  db
    .selectFrom('collections')
    .leftJoin('users', 'users.id', 'collections.changedBy')
    .select([
      'collections.id',
      'collections.slug',
      'collections.title',
      'collections.text',
      'collections.picture',
      'collections.pictureWords',
      'collections.rule',
      'collections.productIds',
      'collections.sort',
      'collections.isHidden',
      'collections.revision',
      'collections.changedAt',
      'users.email as changedBy',
      sql<boolean>`collections.deleted_at is not null`.as('isDeleted'),
    ])

/** A collection's row, deleted or not. */
export const findCollectionRow = (db: Db, id: string): Promise<CollectionRow | undefined> =>
  collectionsFrom(db).where('collections.id', '=', id).executeTakeFirst()

/** By title. */
export async function listCollectionRows(
  db: Db,
  search: string | undefined,
  { limit, offset }: Window,
): Promise<ListPage<CollectionRow>> {
  const isThere = sql<boolean>`collections.deleted_at is null`
  const isWanted = search
    ? sql<boolean>`${isThere} and ${contains(sql`lower(collections.title || ' ' || collections.slug)`, search.toLowerCase())}`
    : isThere
  const page = collectionsFrom(db)
    .where(isWanted)
    .orderBy(sql`lower(collections.title)`)
    .orderBy('collections.id')
  const { rows } = await sql<CollectionRow & { total: number }>`
    with counted as (select count(*)::int as total from collections where ${isWanted}),
    page as (${page.limit(limit).offset(offset)})
    select page.*, counted.total from counted left join page on true order by lower(title), id`.execute(db)
  return pageOf(rows)
}

/** By title. */
export const listTitles = (db: Db): Promise<{ id: string; title: string }[]> =>
  db
    .selectFrom('collections')
    .select(['id', 'title'])
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute()

/**
 * The addresses of all collections that are not deleted. Until the transaction ends no other one makes or restores a
 * collection.
 */
export async function lockSlugs(db: Db): Promise<Set<string>> {
  await lockName(db, 'the number of collections')
  const rows = await db.selectFrom('collections').select('slug').where('deletedAt', 'is', null).execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The row is locked until the transaction ends; another one that locks it waits. */
export async function lockCollection(db: Db, id: string): Promise<void> {
  await db.selectFrom('collections').select('id').where('id', '=', id).forUpdate().execute()
}

export interface WrittenCollection extends Omit<
  CollectionRow,
  'revision' | 'changedAt' | 'changedBy' | 'isDeleted' | 'rule'
> {
  rule: object | null
  changedBy: string
}

const columnsOf = ({ rule, ...collection }: WrittenCollection) => ({
  ...collection,
  rule: rule && JSON.stringify(rule),
})

/** Throws a unique violation where another collection has the address. */
export async function insertCollection(db: Db, collection: WrittenCollection): Promise<void> {
  await db.insertInto('collections').values(columnsOf(collection)).execute()
}

/** Throws a unique violation where another collection has the address. */
export async function updateCollection(db: Db, collection: WrittenCollection): Promise<void> {
  const { id, ...columns } = columnsOf(collection)
  await db
    .updateTable('collections')
    .set({ ...columns, revision: sql<number>`revision + 1`, changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Throws a unique violation where another collection has the address of one that comes back. */
export async function setCollectionDeleted(db: Db, id: string, isDeleted: boolean): Promise<void> {
  await db
    .updateTable('collections')
    .set({ deletedAt: isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Those of these products that are not deleted, in the order of the ids. */
export async function listChosenProducts(db: Db, ids: readonly string[]): Promise<ChosenProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'isOnSale'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  const byId = new Map(rows.map(({ id, ...product }) => [id, { _id: id, ...product }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
