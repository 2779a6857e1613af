import type { z } from 'zod'

import type { Db } from '#server/db/database.ts'

import { MOST_CHANGES, type ChangeKind, type Changes, type ChangesQuery } from '#contract/programs/change-feed.ts'
import {
  getLastNumber,
  isAnythingQueued,
  listChangeRows,
  numberQueued,
  seeOneMoment,
} from '#server/db/change-feed/change-feed-queries.ts'
import { cursorOf, epochOf, numberIn } from '#server/db/change-feed/cursor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { getSecret } from '#server/db/secret-queries.ts'

export { queueChange } from '#server/db/change-feed/change-feed-queries.ts'

/**
 * Gives numbers to the changes that have none. A reader does so too; the job keeps the queue short where nobody reads.
 */
export async function numberChanges(db: Db): Promise<void> {
  if (await isAnythingQueued(db)) await inTransaction(db, numberQueued)
}

/**
 * What has changed after a cursor, each thing once and as it is now, in the order of the numbers. `listItems` reads the
 * things with these ids, in any order; what it does not find is gone. All is read as of one moment, in which each
 * change either has a number that was read, or will get a greater one: so whoever goes on from `next` misses nothing,
 * and gets the same state of a thing once.
 */
export async function readChanges<Item extends { _id: string }>(
  db: Db,
  kind: ChangeKind,
  { cursor, updatedSince, limit = MOST_CHANGES }: z.output<typeof ChangesQuery>,
  listItems: (db: Db, ids: readonly string[]) => Promise<Item[]>,
): Promise<Changes<Item>> {
  await numberChanges(db)
  return inTransaction(db, async (db) => {
    await seeOneMoment(db)
    const epoch = epochOf(await getSecret(db, 'changes'))
    const last = await getLastNumber(db)
    const after = numberIn(cursor, epoch, last)
    const rows = await listChangeRows(db, kind, { after, since: updatedSince, limit })
    const items =
      rows.length > 0
        ? await listItems(
            db,
            rows.map(({ subjectId }) => subjectId),
          )
        : []
    const byId = new Map(items.map((item) => [item._id, item]))
    const hasMore = rows.length === limit
    return {
      changes: rows.map(({ subjectId: _id, changedAt }) => {
        const item = byId.get(_id) ?? null
        return { _id, changedAt: changedAt.toISOString(), deleted: item === null, item }
      }),
      next: cursorOf(epoch, hasMore ? (rows.at(-1)?.number ?? last) : last),
      hasMore,
    }
  })
}
