import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import {
  findUntouchedPage,
  insertPage,
  publishDraft,
  setDeleted,
  type PageContent,
} from '#server/pages-of-blocks/queries.ts'

/** Adds a page that visitors read at once. Throws a unique violation where another page has its address. */
export async function addPublishedPage(db: Db, page: PageContent & { slug: string }): Promise<void> {
  const id = newId()
  await insertPage(db, { ...page, id, changedBy: null })
  await publishDraft(db, id, null)
}

/** Deletes the page at this address unless somebody has edited it. It can be restored. */
export async function removeUntouchedPage(db: Db, slug: string): Promise<void> {
  const id = await findUntouchedPage(db, slug)
  if (id !== undefined) await setDeleted(db, id, true)
}
