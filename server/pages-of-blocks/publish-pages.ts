import type { Db } from '#server/db/database.ts'

import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { findPageRow, listDuePages, publishDraft } from '#server/pages-of-blocks/queries.ts'

/** Pages that are published in one run of the job. */
const AT_ONCE = 20

/** Publishes the draft of a page that the caller has locked; `actorId` is null for the shop itself. */
export async function publish(db: Db, actorId: string | null, pageId: string): Promise<void> {
  const before = await findPageRow(db, pageId)
  const version = await publishDraft(db, pageId, actorId)
  await recordChange(db, actorId, 'publish page', ['page', pageId], {
    before: { version: before?.publishedVersion ?? undefined },
    after: { version, title: before?.title },
  })
}

/** Publishes the drafts whose time has come. Of two processes only one does. */
export function publishDue(db: Db): Promise<void> {
  return inTransaction(db, async (db) => {
    for (const id of await listDuePages(db, AT_ONCE)) await publish(db, null, id)
  })
}
