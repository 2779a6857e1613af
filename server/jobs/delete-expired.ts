import type { Db } from '#server/db/database.ts'

import { deleteEndedSessions } from '#server/accounts/service.ts'
import { deleteExpiredRows } from '#server/jobs/delete-expired-queries.ts'
import { deleteEndedRequests } from '#server/cart/wishlist/service.ts'

/** Deletes what has ended: sessions, requests for stock, and whatever `delete-expired-queries.ts` lists. */
export async function deleteExpired(db: Db): Promise<void> {
  await deleteEndedSessions(db)
  await deleteExpiredRows(db)
  await deleteEndedRequests(db)
}
