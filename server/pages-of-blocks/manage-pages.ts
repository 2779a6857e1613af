import type { z } from 'zod'

import type { BroughtBack, DraftChange, NewPage, PagePublishing } from '#contract/pages-of-blocks/pages.ts'
import type { Db } from '#server/db/database.ts'

import { slugOf } from '#contract/catalogue/slug.ts'
import { isSpecifiedPage, MAX_PAGES, MAX_SLUG, pagePath } from '#contract/pages-of-blocks/page-limits.ts'
import { slugTyped } from '#contract/pages-of-blocks/pages.ts'
import { recordChange } from '#server/audit/service.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { isPast } from '#server/db/is-past.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { moveAddress } from '#server/catalogue/old-addresses/service.ts'
import { specifiedRow, type Beginnings } from '#server/pages-of-blocks/get-edited-page.ts'
import { publish } from '#server/pages-of-blocks/publish-pages.ts'
import {
  countOwnPages,
  findPageRow,
  findVersion,
  insertPage,
  lockPage,
  renewPreviewToken,
  setDeleted,
  setPublishTime,
  unpublish,
  updateDraft,
  type PageContent,
  type PageRow,
} from '#server/pages-of-blocks/queries.ts'

const CHANGED_MEANWHILE =
  'Somebody else has changed this page since you opened it. What you typed is still here: look at theirs, then save again.'
const SLUG_TAKEN = 'Another page has this address.'

interface Acting extends Beginnings {
  actorId: string
}

async function insertWith(
  db: Db,
  actorId: string,
  { id, slug, title, description, place, blocks }: PageContent & { id: string; slug: string },
): Promise<void> {
  const page = { id, slug, title, description, place, blocks, changedBy: actorId }
  await orTaken(insertPage(db, page))
}

async function checkNumber(db: Db): Promise<void> {
  if ((await countOwnPages(db)) >= MAX_PAGES) throw conflict(`A shop has at most ${MAX_PAGES} pages.`)
}

/** The change, or a conflict where another page has its address. */
async function orTaken(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (isUniqueViolation(error, 'pages_slug')) throw conflictIn('slug', SLUG_TAKEN)
    throw error
  }
}

/**
 * Makes an empty page of the shop's own and returns its id. Throws `conflict` where its address is taken, or there are
 * as many as may be.
 */
export async function createPage(db: Db, actorId: string, { title, slug }: z.output<typeof NewPage>): Promise<string> {
  const id = newId()
  const address = slugTyped.safeParse(slug ?? slugOf(title).slice(0, MAX_SLUG).replace(/-$/, ''))
  if (!address.success) throw invalidField('slug', address.error.issues[0]?.message ?? 'Please enter an address.')
  await inTransaction(db, async (db) => {
    await checkNumber(db)
    await insertWith(db, actorId, { id, slug: address.data, title, description: '', place: 'neither', blocks: [] })
    await recordChange(db, actorId, 'create page', ['page', id], { after: { title, address: address.data } })
  })
  return id
}

/**
 * Locks a page and runs `work` with its row. Throws not-found (404) for a page that is deleted or never was, and
 * `conflict` if the draft is not the one that the caller saw. A specified page that nobody has edited yet gets its row.
 */
async function withPage<Result>(
  db: Db,
  { actorId, ...beginnings }: Acting,
  { id, revision }: { id: string; revision: number | undefined },
  work: (db: Db, row: PageRow) => Promise<Result>,
): Promise<Result> {
  // Before the transaction, because the catalogue is read by another connection.
  const first = isSpecifiedPage(id) && revision === 0 ? await specifiedRow(id, beginnings) : undefined
  return inTransaction(db, async (db) => {
    if (first) await insertWith(db, actorId, first)
    await lockPage(db, id)
    const row = await findPageRow(db, id)
    if (!row || row.isDeleted) throw notFound('Page')
    // The row of an unedited page begins with revision 1.
    if (revision !== undefined && Math.max(revision, 1) !== row.revision) throw conflict(CHANGED_MEANWHILE)
    return work(db, row)
  })
}

/** Stores a draft. Throws `conflict` if somebody else has changed it meanwhile, or another page has its address. */
export async function saveDraft(
  db: Db,
  acting: Acting,
  id: string,
  { revision, slug, ...draft }: z.output<typeof DraftChange>,
): Promise<void> {
  await withPage(db, acting, { id, revision }, async (db, row) => {
    const address = isSpecifiedPage(id) ? row.slug : (slug ?? row.slug)
    const change = { id, slug: address, changedBy: acting.actorId, hasNewSlug: address !== row.slug }
    await orTaken(updateDraft(db, { ...draft, ...change }))
    if (row.publishedVersion !== null) await moveAddress(db, pagePath(row.slug), pagePath(address))
    await recordChange(db, acting.actorId, 'edit page', ['page', id], {
      before: { title: row.title, address: row.slug, place: row.place, blocks: row.blocks.length },
      after: { title: draft.title, address, place: draft.place, blocks: draft.blocks.length },
    })
  })
}

/** Publishes the draft at once, at a time that is to come, or takes that time back. */
export async function publishPage(
  db: Db,
  acting: Acting,
  id: string,
  { revision, at }: z.output<typeof PagePublishing>,
): Promise<void> {
  await withPage(db, acting, { id, revision }, async (db, row) => {
    if (at === undefined || (at !== null && (await isPast(db, at)))) return publish(db, acting.actorId, id)
    const publishAt = at === null ? null : new Date(at)
    await setPublishTime(db, id, publishAt)
    await recordChange(db, acting.actorId, at === null ? 'take back time of page' : 'set time of page', ['page', id], {
      before: { publishAt: row.publishAt?.toISOString() },
      after: { publishAt: publishAt?.toISOString() },
    })
    return undefined
  })
}

/** Takes a page from visitors; a specified page is as it came again. The draft and all versions stay. */
export async function unpublishPage(db: Db, acting: Acting, id: string, revision: number): Promise<void> {
  await withPage(db, acting, { id, revision }, async (db, row) => {
    if (row.publishedVersion === null) throw conflict('This page is not published.')
    await unpublish(db, id)
    await recordChange(db, acting.actorId, 'unpublish page', ['page', id], {
      before: { version: row.publishedVersion },
    })
  })
}

/** Makes an earlier version the draft. Throws not-found (404) for a version that never was. */
export async function bringBack(
  db: Db,
  acting: Acting,
  id: string,
  { revision, version }: z.output<typeof BroughtBack>,
): Promise<void> {
  const specified = version === 0 && isSpecifiedPage(id) ? await specifiedRow(id, acting) : undefined
  await withPage(db, acting, { id, revision }, async (db, row) => {
    const wanted = specified ?? (await findVersion(db, id, version))
    if (!wanted) throw notFound('Version')
    const { title, description, place, blocks } = wanted
    const change = { id, slug: row.slug, changedBy: acting.actorId, hasNewSlug: false }
    await updateDraft(db, { title, description, place, blocks, ...change })
    await recordChange(db, acting.actorId, 'bring back page', ['page', id], { after: { version, title } })
  })
}

/** Deletes a page of the shop's own. It can be restored. */
export async function deletePage(db: Db, acting: Acting, id: string): Promise<void> {
  if (isSpecifiedPage(id)) throw conflict('Every shop has this page. It can be as it came again.')
  await withPage(db, acting, { id, revision: undefined }, async (db, row) => {
    await setDeleted(db, id, true)
    await recordChange(db, acting.actorId, 'delete page', ['page', id], { before: { title: row.title } })
  })
}

/**
 * Brings a deleted page back as it was; may be repeated. Throws `conflict` where another page has its address now, or
 * there are as many as may be.
 */
export async function restorePage(db: Db, actorId: string, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockPage(db, id)
    const row = await findPageRow(db, id)
    if (!row) throw notFound('Page')
    if (!row.isDeleted) return
    await checkNumber(db)
    await orTaken(setDeleted(db, id, false))
    await recordChange(db, actorId, 'restore page', ['page', id], { after: { title: row.title } })
  })
}

/** Makes another link to the preview, so that the one before leads nowhere. */
export async function renewPreview(db: Db, acting: Acting, id: string, revision: number): Promise<void> {
  await withPage(db, acting, { id, revision }, async (db) => {
    await renewPreviewToken(db, id)
    await recordChange(db, acting.actorId, 'renew preview of page', ['page', id])
  })
}
