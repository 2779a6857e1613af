import type { EditedPage, ListedPage } from '#contract/pages-of-blocks/pages.ts'
import type { Db } from '#server/db/database.ts'
import type { ProductIndex } from '#server/catalogue/service.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  isSpecifiedPage,
  PREVIEW_PATH,
  SPECIFIED_PAGES,
  type SpecifiedPage,
} from '#contract/pages-of-blocks/page-limits.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { notFound } from '#server/errors.ts'
import {
  findPageRow,
  listOwnPages,
  listVersions,
  type ListedPageRow,
  type PageRow,
} from '#server/pages-of-blocks/queries.ts'
import { readBlocks } from '#server/pages-of-blocks/resolve-blocks.ts'
import { specifiedPage } from '#server/pages-of-blocks/show-pages.ts'

const SHOWN_VERSIONS = 100

/** What a specified page is made of while nobody has edited it. */
export type Beginnings = Pick<Shop, 'settings'> & { index: ProductIndex }

/** What a specified page would be stored as, had somebody saved it as it is. */
export async function specifiedRow(name: SpecifiedPage, { index, settings }: Beginnings): Promise<PageRow> {
  return {
    ...specifiedPage(name, await index.read(), settings.current()),
    id: name,
    slug: name,
    place: 'neither',
    revision: 0,
    publishedVersion: null,
    publishedRevision: null,
    publishAt: null,
    previewToken: name,
    changedAt: new Date(0),
    changedBy: null,
    isDeleted: false,
  }
}

function listed(row: ListedPageRow): ListedPage {
  const isSpecified = isSpecifiedPage(row.id)
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    place: row.place,
    isSpecified,
    isPublished: isSpecified || row.publishedVersion !== null,
    isChanged: row.revision > 0 && row.revision !== row.publishedRevision,
    publishAt: row.publishAt?.toISOString(),
    ...(row.revision > 0 && { changedAt: row.changedAt.toISOString(), changedBy: row.changedBy ?? undefined }),
  }
}

async function findRow(db: Db, beginnings: Beginnings, id: string): Promise<PageRow | undefined> {
  return (await findPageRow(db, id)) ?? (isSpecifiedPage(id) ? specifiedRow(id, beginnings) : undefined)
}

/** The specified pages, then the shop's own by title. Only the first page of the list has the former. */
export async function listPages(
  db: Db,
  beginnings: Beginnings,
  { page = 1, limit, search }: { page?: number | undefined; limit?: number | undefined; search?: string | undefined },
): Promise<ListPage<ListedPage>> {
  const { items, total } = mapPage(await listOwnPages(db, search, windowOf({ page, limit })), listed)
  if (page > 1 || search) return { items, total }
  const specified = await Promise.all(SPECIFIED_PAGES.map((name) => findRow(db, beginnings, name)))
  return { items: [...specified.flatMap((row) => (row ? listed(row) : [])), ...items], total }
}

/** A page with its draft and its versions. Throws not-found (404), also for a deleted one. */
export async function getEditedPage(db: Db, beginnings: Beginnings, id: string): Promise<EditedPage> {
  const row = await findRow(db, beginnings, id)
  if (!row || row.isDeleted) throw notFound('Page')
  const versions = await listVersions(db, id, SHOWN_VERSIONS)
  return {
    ...listed(row),
    description: row.description,
    blocks: readBlocks(row.blocks),
    revision: row.revision,
    preview: PREVIEW_PATH + row.previewToken,
    versions: versions.map(({ version, title, blocks, publishedAt, publishedBy }) => ({
      version,
      title,
      blocks,
      publishedAt: publishedAt.toISOString(),
      publishedBy: publishedBy ?? undefined,
      isCurrent: version === row.publishedVersion,
    })),
  }
}
