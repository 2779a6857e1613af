import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { PagePlace } from '#contract/pages-of-blocks/page-limits.ts'
import type { Db } from '#server/db/database.ts'

import { SPECIFIED_PAGES } from '#contract/pages-of-blocks/page-limits.ts'
import { lockName } from '#server/db/lock-name.ts'
import { contains } from '#server/db/text-contains.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/** What a page says: its draft, or one version of it. */
export interface PageContent {
  title: string
  description: string
  place: PagePlace
  /** As they were stored. */
  blocks: readonly unknown[]
}

/** What the list shows of a page. */
export interface ListedPageRow extends Pick<PageContent, 'title' | 'place'> {
  id: string
  slug: string
  revision: number
  publishedVersion: number | null
  /** The revision that was published last. */
  publishedRevision: number | null
  publishAt: Date | null
  changedAt: Date
  /** The administrator's e-mail address. */
  changedBy: string | null
}

export interface PageRow extends ListedPageRow, PageContent {
  previewToken: string
  isDeleted: boolean
}

const listedPagesFrom = (db: Db) =>
  db
    .selectFrom('pages')
    .leftJoin('pageVersions as published', (join) =>
      join.onRef('published.pageId', '=', 'pages.id').onRef('published.version', '=', 'pages.publishedVersion'),
    )
    .leftJoin('users', 'users.id', 'pages.changedBy')
    .select([
      'pages.id',
      'pages.slug',
      'pages.title',
      'pages.place',
      'pages.revision',
      'pages.publishedVersion',
      'published.revision as publishedRevision',
      'pages.publishAt',
      'pages.changedAt',
      'users.email as changedBy',
    ])

const pagesFrom = (db: Db) =>
  listedPagesFrom(db).select([
    'pages.description',
    'pages.blocks',
    'pages.previewToken',
    sql<boolean>`pages.deleted_at is not null`.as('isDeleted'),
  ])

/** A page's row, deleted or not. */
export const findPageRow = (db: Db, id: string): Promise<PageRow | undefined> =>
  pagesFrom(db).where('pages.id', '=', id).executeTakeFirst()

export const findPageByToken = (db: Db, token: string): Promise<PageRow | undefined> =>
  pagesFrom(db).where('pages.previewToken', '=', token).where('pages.deletedAt', 'is', null).executeTakeFirst()

const IS_OWN = sql<boolean>`pages.deleted_at is null and pages.id not in (${sql.join([...SPECIFIED_PAGES])})`

/** The pages of the shop's own, by title. */
export async function listOwnPages(
  db: Db,
  search: string | undefined,
  { limit, offset }: Window,
): Promise<ListPage<ListedPageRow>> {
  const isWanted = search
    ? sql<boolean>`${IS_OWN} and ${contains(sql`lower(pages.title || ' ' || pages.slug)`, search.toLowerCase())}`
    : IS_OWN
  const page = listedPagesFrom(db)
    .where(isWanted)
    .orderBy(sql`lower(pages.title)`)
    .orderBy('pages.id')
  const { rows } = await sql<ListedPageRow & { total: number }>`
    with counted as (select count(*)::int as total from pages where ${isWanted}),
    page as (${page.limit(limit).offset(offset)})
    select page.*, counted.total from counted left join page on true order by lower(title), id`.execute(db)
  return pageOf(rows)
}

/** The page at this address that no administrator has made or changed. */
export async function findUntouchedPage(db: Db, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', slug)
    .where('revision', '=', 1)
    .where('changedBy', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** How many pages of its own the shop has. Until the transaction ends no other one makes or restores a page. */
export async function countOwnPages(db: Db): Promise<number> {
  await lockName(db, 'the number of pages')
  const { count } = await db
    .selectFrom('pages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(IS_OWN)
    .executeTakeFirstOrThrow()
  return count
}

/** What visitors read at this address; undefined where nothing is published. */
export const findPublished = (db: Db, slug: string): Promise<PageContent | undefined> =>
  db
    .selectFrom('pages')
    .innerJoin('pageVersions as version', (join) =>
      join.onRef('version.pageId', '=', 'pages.id').onRef('version.version', '=', 'pages.publishedVersion'),
    )
    .select(['version.title', 'version.description', 'version.place', 'version.blocks'])
    .where('pages.slug', '=', slug)
    .where('pages.deletedAt', 'is', null)
    .executeTakeFirst()

/** Every published page with where it is linked, by title. */
export const listPublished = (db: Db): Promise<{ slug: string; title: string; place: PagePlace }[]> =>
  db
    .selectFrom('pages')
    .innerJoin('pageVersions as version', (join) =>
      join.onRef('version.pageId', '=', 'pages.id').onRef('version.version', '=', 'pages.publishedVersion'),
    )
    .select(['pages.slug', 'version.title', 'version.place'])
    .where('pages.deletedAt', 'is', null)
    .orderBy('version.title')
    .orderBy('pages.id')
    .execute()

/** The row is locked until the transaction ends; another one that locks it waits. */
export async function lockPage(db: Db, id: string): Promise<void> {
  await db.selectFrom('pages').select('id').where('id', '=', id).forUpdate().execute()
}

interface Draft extends PageContent {
  id: string
  slug: string
  changedBy: string | null
}

const columnsOf = ({ blocks, ...draft }: Draft) => ({ ...draft, blocks: JSON.stringify(blocks) })

/** The secret in the link to a page's preview. */
const newPreviewToken = () => randomBytes(24).toString('base64url')

/** False where the page is there already. Throws a unique violation where another page has the address. */
export async function insertPage(db: Db, draft: Draft): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('pages')
    .values({ ...columnsOf(draft), previewToken: newPreviewToken(), revision: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** Throws a unique violation where another page has the address. */
export async function updateDraft(db: Db, { id, slug, ...draft }: Draft & { hasNewSlug: boolean }): Promise<void> {
  const { hasNewSlug, ...content } = draft
  await db
    .updateTable('pages')
    .set({
      ...columnsOf({ id, slug, ...content }),
      id: undefined,
      slug: hasNewSlug ? slug : undefined,
      revision: sql<number>`revision + 1`,
      changedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps the draft as the next version, which visitors read from then on, and returns its number. */
export async function publishDraft(db: Db, id: string, publishedBy: string | null): Promise<number> {
  const { version } = await db
    .insertInto('pageVersions')
    .columns(['pageId', 'version', 'title', 'description', 'place', 'blocks', 'revision', 'publishedBy'])
    .expression((of) =>
      of
        .selectFrom('pages')
        .select([
          'pages.id',
          sql<number>`coalesce((select max(version) from page_versions where page_id = pages.id), 0) + 1`.as('version'),
          'title',
          'description',
          'place',
          sql<string>`blocks`.as('blocks'),
          'revision',
          sql<string | null>`${publishedBy}::text`.as('publishedBy'),
        ])
        .where('pages.id', '=', id),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  await db.updateTable('pages').set({ publishedVersion: version, publishAt: null }).where('id', '=', id).execute()
  return version
}

/** Takes a page from visitors, and the time at which it was to be published. */
export async function unpublish(db: Db, id: string): Promise<void> {
  await db.updateTable('pages').set({ publishedVersion: null, publishAt: null }).where('id', '=', id).execute()
}

/** When the shop itself publishes the draft; null for never. */
export async function setPublishTime(db: Db, id: string, publishAt: Date | null): Promise<void> {
  await db.updateTable('pages').set({ publishAt }).where('id', '=', id).execute()
}

/** Throws a unique violation where another page has the address of one that comes back. */
export async function setDeleted(db: Db, id: string, isDeleted: boolean): Promise<void> {
  await db
    .updateTable('pages')
    .set({ deletedAt: isDeleted ? sql<Date>`now()` : null, ...(isDeleted && { publishAt: null }) })
    .where('id', '=', id)
    .execute()
}

/** Another link leads to the preview, and the one before leads nowhere. */
export async function renewPreviewToken(db: Db, id: string): Promise<void> {
  await db.updateTable('pages').set({ previewToken: newPreviewToken() }).where('id', '=', id).execute()
}

interface VersionRow {
  version: number
  title: string
  /** How many it has. */
  blocks: number
  publishedAt: Date
  publishedBy: string | null
}

/** Newest first. */
export const listVersions = (db: Db, pageId: string, limit: number): Promise<VersionRow[]> =>
  db
    .selectFrom('pageVersions')
    .leftJoin('users', 'users.id', 'pageVersions.publishedBy')
    .select([
      'version',
      'title',
      sql<number>`jsonb_array_length(blocks)`.as('blocks'),
      'publishedAt',
      'users.email as publishedBy',
    ])
    .where('pageId', '=', pageId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const findVersion = (db: Db, pageId: string, version: number): Promise<PageContent | undefined> =>
  db
    .selectFrom('pageVersions')
    .select(['title', 'description', 'place', 'blocks'])
    .where('pageId', '=', pageId)
    .where('version', '=', version)
    .executeTakeFirst()

/** Takes the pages whose time to be published has come, each for one process only. Call it in a transaction. */
export async function listDuePages(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pages')
    .select('id')
    .where('publishAt', '<=', sql<Date>`now()`)
    .where('deletedAt', 'is', null)
    .orderBy('publishAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}
